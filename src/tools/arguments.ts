import type * as z from 'zod/mini';
import { RingbackError } from '../base/errors.ts';
import { validate } from '../base/validate.ts';

/** What the model wrote, checked. Where it wrote null it meant nothing: strict schemas make some models do that. */
export function checkArguments<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  if (given === undefined || given === null) return validate(schema, {});
  if (typeof given !== 'object' || Array.isArray(given))
    throw new RingbackError('bad_request', 'The arguments must be an object.');
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  return validate(schema, Object.fromEntries(entries), 'the arguments');
}
