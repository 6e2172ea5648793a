import type { Config } from '../base/config.ts';
import { parseDuration } from '../base/duration.ts';
import { RingbackError } from '../base/errors.ts';
import type { WakeUpRequest } from '../wire/wake.ts';
import { cronProblem } from './policy/cron.ts';
import { parseTime } from './policy/parse-time.ts';
import type { Schedule } from './policy/schedule.ts';
import { isZone } from './policy/zone.ts';
import type { Spec } from './rows.ts';

const choices = ['after', 'at', 'every', 'all', 'any'] as const;

/** What was asked for, or an error that says how to ask. */
export function parseRequest(
  request: WakeUpRequest,
  config: Config,
  now: number,
): { readonly spec: Spec; readonly parts: readonly string[] } {
  const given = choices.filter((name) => request[name] !== undefined);
  const [choice] = given;
  if (choice === undefined || given.length > 1)
    throw new RingbackError(
      'bad_request',
      `${given.length === 0 ? 'None' : 'More than one'} of ${choices.join(', ')} is given.`,
      'Give exactly one of them.',
    );
  const zone = request.tz ?? ownZone();
  if (!isZone(zone))
    throw new RingbackError(
      'bad_request',
      `There is no time zone ${JSON.stringify(zone)}.`,
      'Such as: Europe/Berlin, UTC',
    );
  const { after, at, every, all, any } = request;
  if (all !== undefined || any !== undefined)
    return { spec: { kind: 'when', mode: all === undefined ? 'any' : 'all' }, parts: all ?? any ?? [] };
  const spec =
    after !== undefined
      ? parseAfter(String(after))
      : at !== undefined
        ? parseAt(at, zone, now)
        : parseEvery(String(every).trim(), zone, config);
  return { spec, parts: [] };
}

function parseAfter(text: string): Schedule {
  const seconds = parseDuration(text.trim());
  if (seconds !== undefined) return { kind: 'after', seconds };
  throw new RingbackError(
    'bad_request',
    `"after" must be a time such as 90 (seconds) or 10m, not ${JSON.stringify(text)}.`,
  );
}

function parseAt(text: string, zone: string, now: number): Schedule {
  const time = parseTime(text, zone, now);
  if (time === undefined)
    throw new RingbackError(
      'bad_request',
      `"at" must be a time such as 2026-01-31T09:00, 09:00 or 2026-01-31T09:00Z, not ${JSON.stringify(text)}.`,
    );
  if (time <= now)
    throw new RingbackError(
      'bad_request',
      `${new Date(time).toISOString()} has passed.`,
      'Give a time to come.',
    );
  return { kind: 'at', time };
}

function parseEvery(text: string, zone: string, { wakeIntervalSeconds: least }: Config): Schedule {
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds < least)
    throw new RingbackError(
      'bad_request',
      `"every" must be at least ${least} seconds.`,
      'See wakeIntervalSeconds in docs/config.md.',
    );
  if (seconds !== undefined) return { kind: 'every', seconds };
  const problem = cronProblem(text);
  if (problem === undefined) return { kind: 'every', cron: text, zone };
  throw new RingbackError(
    'bad_request',
    `"every" must be an interval such as 10m, or a cron expression of five fields such as "0 9 * * 1-5": ${problem}`,
  );
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
