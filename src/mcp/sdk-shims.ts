/**
 * Replaces the SDK's shims in the bundle (scripts/build.ts): those load a JSON Schema validator of 200 KB for answers
 * to requests that this server never makes (tasks ask in answers of their own), which would slow down every start.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server sends its client no requests');
  }
}
