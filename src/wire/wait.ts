/** Waiting for the end of a process, or for a line. */
import * as z from 'zod/mini';
import { readyPlace } from './events.ts';
import * as fields from './fields.ts';
import { anyText, count, duration, filledText, flag, time } from './kinds.ts';
import { field, maybe, message, object, oneOf } from './message.ts';
import { endFields, exitFields } from './process.ts';

export const waitRequest = object(() => ({
  timeout: maybe(duration, 'Seconds to wait; without it, until the process ends.'),
  until: maybe(filledText, 'A pattern: the waiting also ends when a line matches it.'),
  ready: maybe(flag, 'The waiting also ends when the process is ready; it needs a `ready` of its own.'),
  cursor: maybe(anyText, 'Where to look for the line from, instead of in all that is kept.'),
  session_key: fields.maybeSessionKey,
  raw: fields.raw,
}));
export type WaitRequest = z.output<typeof waitRequest>;

const STATUS = 'How it stands.';
const RUNNING = 'Whether it still runs.';
const waitedFor = { session_id: fields.id, command: fields.command, output: fields.output };

const ended = object(() => ({
  ...waitedFor,
  status: field(z.enum(['exited', 'lost']), STATUS),
  ...exitFields(),
  ...endFields(),
}));

const matched = object(() => ({
  ...waitedFor,
  status: field(z.literal('matched'), STATUS),
  process_running: field(flag, RUNNING),
  until: field(anyText, 'The pattern that was waited for.'),
  line: field(anyText, 'The line that matched.'),
  offset: field(count, 'Where the line begins in all the bytes ever printed.'),
  cursor: fields.cursor,
}));

const isReady = object(() => ({
  ...waitedFor,
  status: field(z.literal('ready'), STATUS),
  process_running: field(flag, RUNNING),
  ready_at: field(time, 'When that was seen.'),
  ...readyPlace(),
}));

const timedOut = object(() => ({
  ...waitedFor,
  status: field(z.literal('timeout'), STATUS),
  process_running: field(z.literal(true), RUNNING),
  timeout_note: field(anyText, 'What the end of the waiting means.'),
}));

export const wireWait = oneOf('Wait', [ended, matched, isReady, timedOut]);
export type WireWait = z.output<typeof wireWait>;

export const wireWaiting = message('Waiting', () => ({
  waiting: field(flag, 'Whether there is reason to wait.'),
}));
export type WireWaiting = z.output<typeof wireWaiting>;
