import { Cron } from 'croner';
import { toInstant, toWall } from './zone.ts';

/** What is wrong with a cron expression of five fields; undefined: nothing. */
export function cronProblem(pattern: string): string | undefined {
  const fields = pattern.trim().split(/\s+/).length;
  if (fields !== 5 && !pattern.startsWith('@')) return `there are ${fields} fields, not 5`;
  try {
    parse(pattern, 'UTC');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}

/**
 * The first time after `after`; undefined: there is none (31 February). A fixed time of day that the clock skips comes
 * once, when it has skipped it; one that the clock shows twice comes once. With `*` for the hour, it goes by the hours that
 * really pass.
 */
export function nextCron(pattern: string, zone: string, after: number): number | undefined {
  if (/^(@hourly|\S+\s+\*\s.*)$/.test(pattern.trim()))
    return parse(pattern, zone).nextRun(new Date(after))?.getTime();
  const cron = parse(pattern, 'UTC');
  let wall = toWall(after, zone);
  for (;;) {
    const next = cron.nextRun(new Date(wall))?.getTime();
    if (next === undefined) return undefined;
    const instant = toInstant(next, zone);
    // In the second pass of an overlap the wall shows times that have been.
    if (instant > after) return instant;
    wall = next;
  }
}

function parse(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { timezone, mode: '5-part' });
}
