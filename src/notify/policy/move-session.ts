import type { BreakerState, Drops } from './types.ts';

/** `session.move` in a breaker: what it still has to tell one session it will tell the other. */
export function moveSession(breaker: BreakerState, from: string, to: string): BreakerState {
  if (breaker.silence === null) return breaker;
  const { since, drops } = breaker.silence;
  const moved = drops.map((each) => (each.sessionKey === from ? { ...each, sessionKey: to } : each));
  return { ...breaker, silence: { since, drops: joinDrops(moved) } };
}

/** Two sessions become one: the limit is now for both together, and the longer silence is for both. */
export function mergeBreakers(one: BreakerState, other: BreakerState): BreakerState {
  const said = [...one.said, ...other.said].sort((a, b) => a - b);
  if (one.silence === null || other.silence === null) return { said, silence: one.silence ?? other.silence };
  const since = Math.max(one.silence.since, other.silence.since);
  return { said, silence: { since, drops: joinDrops([...one.silence.drops, ...other.silence.drops]) } };
}

function joinDrops(drops: readonly Drops[]): readonly Drops[] {
  const joined: Drops[] = [];
  for (const next of drops) {
    const at = joined.findIndex((each) => isSame(each, next));
    const before = joined[at];
    if (before === undefined) joined.push(next);
    else joined[at] = { ...before, suppressed: before.suppressed + next.suppressed };
  }
  return joined;
}

function isSame(one: Drops, other: Drops): boolean {
  return one.processId === other.processId && one.sessionKey === other.sessionKey;
}
