/**
 * Replaces the SDK's shims in the bundle (scripts/build.ts): those load a JSON Schema validator of 200 KB for answers
 * to questions that this server never asks, which would slow down every start.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server asks its client nothing');
  }
}
