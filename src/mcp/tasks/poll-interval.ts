const SHORTEST_MS = 1_000;
const LONGEST_MS = 5_000;

/**
 * How soon the client should ask again. A hundredth of the time it has taken so far: the ring is never noticeably late,
 * and a hundred tasks that run for hours cost the daemon next to nothing.
 */
export function pollIntervalMs(createdAt: number, now: number): number {
  const age = Math.max(0, now - createdAt);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round(age / 100)));
}
