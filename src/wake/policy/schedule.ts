/** When a wake-up rings: functions of values, with the time passed in. */
import { nextCron } from './cron.ts';

export type Schedule =
  | { readonly kind: 'after'; readonly seconds: number }
  | { readonly kind: 'at'; readonly time: number }
  | { readonly kind: 'every'; readonly seconds: number }
  | { readonly kind: 'every'; readonly cron: string; readonly zone: string };

/** Undefined: never. */
export function firstDue(schedule: Schedule, now: number): number | undefined {
  if (schedule.kind === 'at') return schedule.time;
  if ('cron' in schedule) return nextCron(schedule.cron, schedule.zone, now);
  return now + Math.round(schedule.seconds * 1000);
}

/** Whether it counts time that passes, so that a clock that is set changes nothing; else it goes by the clock. */
export function countsElapsed(schedule: Schedule): boolean {
  return 'seconds' in schedule;
}

export type Next = {
  /** Undefined: it does not ring again. */
  readonly dueAt: number | undefined;
  /** How many times have passed since `dueAt` of the ring that is made now: they are not made up for. */
  readonly missed: number;
};

/** More are not counted one by one. */
export const MOST_MISSED = 1_000;

/** What follows the ring of `dueAt`, which is made at `now`. */
export function nextDue(schedule: Schedule, dueAt: number, now: number): Next {
  if (schedule.kind !== 'every') return { dueAt: undefined, missed: 0 };
  if ('cron' in schedule) return nextOfCron(schedule, dueAt, now);
  const every = Math.round(schedule.seconds * 1000);
  const missed = Math.max(0, Math.floor((now - dueAt) / every));
  return { dueAt: dueAt + (missed + 1) * every, missed: Math.min(missed, MOST_MISSED) };
}

function nextOfCron({ cron, zone }: { cron: string; zone: string }, dueAt: number, now: number): Next {
  let missed = 0;
  let next = nextCron(cron, zone, dueAt);
  while (next !== undefined && next <= now && missed < MOST_MISSED) {
    missed += 1;
    next = nextCron(cron, zone, next);
  }
  if (next !== undefined && next <= now) next = nextCron(cron, zone, now);
  return { dueAt: next, missed };
}
