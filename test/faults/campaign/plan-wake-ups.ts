import type { Random } from '../support/random.ts';
import type { Planned } from './plan.ts';

/** One wake-up of the campaign. Its parts are ids of the plan, with a moment. */
export type PlannedWakeUp = {
  readonly id: string;
  readonly session: string;
  /** `last` is set by the first life and cancelled by the last: there is always something due, and so an alarm. */
  readonly kind: 'last' | 'after' | 'at' | 'every' | 'all' | 'any';
  readonly seconds: number;
  readonly parts: readonly string[];
};

/** Each barrier waits for something that comes before it in the plan. */
const kinds = ['after', 'all', 'at', 'any', 'every', 'all'] as const;

/** One for every two processes. */
export function makeWakeUps(
  random: Random,
  processes: readonly Planned[],
  session: () => string,
  newId: (i: number) => string,
): PlannedWakeUp[] {
  const made: PlannedWakeUp[] = [
    { id: newId(0), session: session(), kind: 'last', seconds: 3_600, parts: [] },
  ];
  const one = <T>(some: readonly T[]): T | undefined => some[random.below(some.length)];
  for (let i = 1; i <= processes.length / 2; i += 1) {
    const kind = kinds[i % kinds.length] ?? 'after';
    const isBarrier = kind === 'all' || kind === 'any';
    const known = processes.slice(0, i * 2);
    const process = one(known);
    const timed = one(made.filter(({ kind }) => kind !== 'last'));
    const watched = one(known.filter(({ watchPatterns }) => watchPatterns));
    const probed = one(known.filter(({ ready }) => ready));
    const parts = [
      process?.id,
      random.below(2) === 0 ? timed?.id : undefined,
      random.below(3) === 0 && watched ? `${watched.id}:matched` : undefined,
      random.below(3) === 0 && probed ? `${probed.id}:ready` : undefined,
    ].filter((part) => part !== undefined);
    made.push({
      id: newId(i),
      session: session(),
      kind,
      seconds: kind === 'every' ? 1 : (200 + random.below(2_800)) / 1000,
      parts: isBarrier ? parts : [],
    });
  }
  return made;
}
