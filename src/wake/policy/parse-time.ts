import { toInstant, toWall } from './zone.ts';

const DAY_MS = 86_400_000;
const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/i;
const ON_THE_WALL = /^(?:(\d{4}-\d\d-\d\d)(?:[T ]|$))?(?:(\d?\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * `2026-01-31T09:00`, `2026-01-31 09:00:30`, `09:00` (the next time that the clock shows it), each by the clock of `zone`;
 * or with an offset of its own (`…Z`, `…+01:00`). Undefined: none of these.
 */
export function parseTime(text: string, zone: string, now: number): number | undefined {
  const given = text.trim();
  if (WITH_OFFSET.test(given)) {
    const time = Date.parse(given.replace(' ', 'T'));
    return Number.isNaN(time) || !isDate(given.slice(0, 10)) ? undefined : time;
  }
  const [whole, date, hour = '00', minute = '00', second = '00'] = ON_THE_WALL.exec(given) ?? [];
  if (!whole) return undefined;
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`;
  if (date !== undefined) return fromWall(date, clock, zone);
  const today = fromWall(dateOf(toWall(now, zone)), clock, zone);
  if (today === undefined || today > now) return today;
  return fromWall(dateOf(toWall(now, zone) + DAY_MS), clock, zone);
}

function fromWall(date: string, clock: string, zone: string): number | undefined {
  const wall = Date.parse(`${date}T${clock}Z`);
  return Number.isNaN(wall) || !isDate(date) ? undefined : toInstant(wall, zone);
}

/** 31 February would be taken for March. */
function isDate(date: string): boolean {
  const day = Date.parse(date);
  return !Number.isNaN(day) && dateOf(day) === date;
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
