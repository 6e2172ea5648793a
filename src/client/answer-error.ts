import { type ErrorCode, RingbackError } from '../base/errors.ts';
import type { WireError } from '../wire/error.ts';

/** The daemon's error, as if it had been thrown here. */
export function toRingbackError(text: string): RingbackError {
  try {
    const { error, code, hint } = JSON.parse(text) as WireError;
    return new RingbackError(code as ErrorCode, error, hint);
  } catch {
    return new RingbackError('failed', `The daemon's answer makes no sense: ${text.slice(0, 200)}`);
  }
}
