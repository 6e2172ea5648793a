/** Wake-ups: a session is rung at a time, or when other things have happened. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { anyText, count, filledText, flag, flagText, list, moment, number, text, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

export const wakeUpId = z.string().check(z.regex(/^wake_[0-9a-f]{12}$/, 'must be wake_ and 12 hex digits'));
const id = field(wakeUpId, 'The id of the wake-up: `wake_` and 12 hexadecimal digits.');

export const wakeUpKind = z.enum(['after', 'at', 'every', 'when']);
export type WireWakeUpKind = z.output<typeof wakeUpKind>;

/** As many as anybody can read about in one ring. */
const MOST_PARTS = 100;

const LATER =
  'One of `after`, `at`, `every`, `all` and `any` is needed. Seconds or text such as `90`, `10m`, `2h`.';
const zone = maybe(filledText, "A time zone, such as `Europe/Berlin`. Default: the daemon's own.");
const parts = z.readonly(z.array(filledText).check(z.minLength(1), z.maxLength(MOST_PARTS)));
const PARTS =
  'each `ID:ended`, `ID:matched` or `ID:ready` of a process (`ID` alone: ended), `wake_…` for another wake-up, or `event:NAME` for an event that is handed in to the session (its type, or its own id).';

export const wakeUpRequest = object(() => ({
  id: maybe(wakeUpId, 'Of your choice: asked again with the same, there is one wake-up.'),
  session_key: field(filledText, 'The conversation that is rung.'),
  note: field(text, 'What the session is told then.'),
  after: maybe(z.union([number, filledText]), `Rings once, after this time. ${LATER}`),
  at: maybe(
    filledText,
    'Rings once, at this time: `2026-01-31T09:00`, `09:00` (the next), or with an offset (`…Z`, `…+01:00`).',
  ),
  every: maybe(
    z.union([number, filledText]),
    'Rings again and again: an interval (`10m`), or a cron expression of five fields (`0 9 * * 1-5`).',
  ),
  all: maybe(parts, `Rings once, when all of these have happened: ${PARTS}`),
  any: maybe(parts, `Rings once, when one of these has happened: ${PARTS}`),
  tz: zone,
  rings_when_cancelled: maybe(flag, 'It also rings when somebody cancels it. Default: false.'),
}));
export type WakeUpRequest = z.output<typeof wakeUpRequest>;

export const wakePart = message('WakePart', () => ({
  part: field(
    anyText,
    'What is waited for: `proc_…:ended`, `proc_…:matched`, `proc_…:ready`, `wake_…`, `event:NAME`.',
  ),
  state: field(
    z.enum(['waiting', 'happened', 'never']),
    'It has not happened yet, it has happened, or it can no longer happen.',
  ),
  at: maybe(moment, 'Since when that is known: milliseconds since 1970.'),
  command: maybe(anyText, 'What the shell runs, of a process.'),
  exit_code: maybe(z.nullable(z.int()), 'Of a process that has ended.'),
  signal: maybe(z.nullable(anyText), 'The signal that it died of.'),
  line: maybe(anyText, 'The line that matched.'),
  why: maybe(anyText, 'Why it can no longer happen.'),
}));
export type WirePart = z.output<typeof wakePart>;

export const lateReason = z.enum(['not_running', 'machine_off', 'asleep', 'clock_set', 'busy']);
export type WireLateReason = z.output<typeof lateReason>;

export const wireWakeUp = message('WakeUp', () => ({
  wake_id: id,
  session_key: fields.sessionKey,
  kind: field(wakeUpKind, 'What it waits for: some time, a time, each of many times, or other things.'),
  state: field(z.enum(['pending', 'fired', 'cancelled']), 'How it stands.'),
  note: field(anyText, 'What the session is told then.'),
  due_at: nullable(time, 'When it rings next; null where no time decides that, or it rings no more.'),
  every: maybe(anyText, 'How often it rings: an interval, or a cron expression.'),
  tz: maybe(anyText, 'The time zone of the cron expression.'),
  mode: maybe(z.enum(['all', 'any']), 'Whether it waits for all of its parts or for one.'),
  parts: maybe(list(wakePart), 'What it waits for.'),
  created_at: field(time, 'When it was set.'),
  rung_at: nullable(time, 'When it last rang.'),
  rings: field(count, 'How often it has rung.'),
}));
export type WireWakeUp = z.output<typeof wireWakeUp>;

export const wakeUpQuery = object(() => ({
  session_key: fields.maybeSessionKey,
  all: maybe(flagText, 'Also those that have rung or were cancelled.'),
}));
export type WakeUpQuery = z.output<typeof wakeUpQuery>;

export const wireWakeUps = message('WakeUpList', () => ({
  wakeups: field(list(wireWakeUp), 'The next one first, then those that no time decides, then what is over.'),
}));
export type WireWakeUps = z.output<typeof wireWakeUps>;

export const cancelWakeUpRequest = object(() => ({
  session_key: maybe(text, 'Only if it belongs to this session.'),
  silently: maybe(flag, 'It does not ring for that, whatever was asked for when it was set.'),
}));
export type CancelWakeUpRequest = z.output<typeof cancelWakeUpRequest>;
