/**
 * Whether `at` is less than a time's span from `since`, on either side: a wall clock may be set back, by little (then the
 * span counts on) or by hours (then it must not last for hours).
 */
export function isWithin(spanMs: number, since: number, at: number): boolean {
  return Math.abs(at - since) < spanMs;
}
