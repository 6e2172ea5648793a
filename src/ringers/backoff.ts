const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** How long to wait before the next try, with jitter: many sessions of one agent should not knock at the same moment. */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(whole * (0.75 + random / 2));
}
