import type { ModelError } from '../model.ts';

const TRIES = 8;
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Who asks for more is out for longer than anybody watches: that is said instead. */
const LONGEST_WISH_MS = 10 * 60_000;

/**
 * How long to wait before a step is asked again, in ms; undefined: give up. `tries`: how often it was asked. `random`,
 * from 0 to 1, spreads those who were turned away together.
 */
export function retryAfter(
  tries: number,
  { trouble, retryAfterMs = 0 }: ModelError,
  random: number,
): number | undefined {
  if (trouble !== 'again' || tries >= TRIES || retryAfterMs > LONGEST_WISH_MS) return undefined;
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1));
  const ownMs = Math.round(whole * (0.75 + random / 2));
  // Never before it was asked for, and not all at that moment.
  return Math.max(ownMs, Math.round(retryAfterMs * (1 + random / 10)));
}
