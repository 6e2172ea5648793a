/** Replaces the SDK's shims in the bundle (scripts/build.ts): those load a JSON Schema validator, and we bring our own. */
export const CORS_IS_POSSIBLE = false;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('the client was given another validator');
  }
}
