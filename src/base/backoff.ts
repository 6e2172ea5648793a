const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** What an agent may ask for at most: a mistake there must not silence a session for a day. */
const LONGEST_WISH_MS = 3_600_000;

/** How long to wait before the next try, with jitter: many sessions of one agent should not knock at the same moment. */
export function backoffMs(attempts: number, random: number, wishedMs = 0): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.max(Math.round(whole * (0.75 + random / 2)), Math.min(wishedMs, LONGEST_WISH_MS));
}
