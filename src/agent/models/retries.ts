import type { ModelError } from '../model.ts';

/** With all the waiting in between, two minutes of trouble. */
const TRIES = 8;
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Who asks for more is out for longer than anybody watches: that is said instead. */
const LONGEST_WISH_MS = 10 * 60_000;

/**
 * When a step is asked again after this error; undefined: give up. `troubles`: how often it went wrong before. `random`,
 * from 0 to 1, spreads those who were turned away together.
 */
export function retryAt(
  { trouble, retryAfterMs = 0 }: ModelError,
  troubles: number,
  now: number,
  random: number,
): number | undefined {
  if (trouble !== 'again' || troubles + 1 >= TRIES || retryAfterMs > LONGEST_WISH_MS) return undefined;
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** troubles);
  const ownMs = Math.round(whole * (0.75 + random / 2));
  // Never before it was asked for, and not all at that moment.
  return now + Math.max(ownMs, Math.round(retryAfterMs * (1 + random / 10)));
}
