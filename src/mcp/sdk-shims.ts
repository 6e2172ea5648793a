/**
 * Stands in for the SDK's own shims when the bundle is made (scripts/build.ts): those load a JSON Schema validator of
 * 200 KB for answers to questions that this server never asks, and every start would pay for it.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server asks its client nothing');
  }
}
