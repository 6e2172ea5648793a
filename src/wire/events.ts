/**
 * What a notification carries. Payloads are stored and sent as they are. Times are milliseconds since 1970. All text from a
 * process is cleaned and redacted before it gets here.
 */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { anyText, count, filledText, flag, list, moment, number, text, wholeNumber } from './kinds.ts';
import { field, maybe, message, object, oneOf } from './message.ts';
import { completionReason, exitFields } from './process.ts';
import { lateReason, wakePart, wakeUpId, wakeUpKind } from './wake.ts';

const MOMENT = 'Milliseconds since 1970.';
const TYPE = 'What kind it is; the set is open.';
const UNSCANNED = 'Bytes that were gone before anybody looked for the patterns.';
const suppressed = field(count, 'How many were not told.');

/** What every notification about a process says. */
const aboutProcess = () => ({
  session_id: fields.id,
  session_key: fields.sessionKey,
  command: fields.command,
  cwd: field(anyText, 'The folder it was started in.'),
  started_at: field(moment, MOMENT),
  environment: maybe(anyText, 'Where it ran, when that was not this machine.'),
});
export const wireAboutProcess = object(aboutProcess);
export type AboutProcess = z.output<typeof wireAboutProcess>;

export const completionEvent = message('CompletionEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('completion'), TYPE),
  ...exitFields(),
  completion_reason: field(completionReason, 'Why it ended.'),
  termination_source: field(anyText, 'Who ended it; empty when it ended by itself.'),
  ended_at: field(moment, MOMENT),
  output: field(anyText, 'What it printed last, cut at a line start when cut.'),
  output_missing: field(
    count,
    'Characters of output before that, or bytes where these are not known; 0 when `output` is everything.',
  ),
  digest: maybe(anyText, 'Of a failed one: lines before `output` that look like the reason.'),
  ended_before_ready: maybe(flag, 'It was to become ready, and was not seen to be before it ended.'),
  never_began: maybe(flag, 'It waited for other processes and never ran; `note` says why.'),
  descendants: maybe(count, 'How many processes below it were alive when it ended.'),
  killed_for_memory: maybe(flag, 'The system killed it for want of memory.'),
  note: maybe(anyText, 'Something one should know about it.'),
}));
export type CompletionEvent = z.output<typeof completionEvent>;

export const watchMatchEvent = message('WatchMatchEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('watch_match'), TYPE),
  pattern: field(anyText, 'The pattern that matched first.'),
  output: field(anyText, 'The matching lines.'),
  matched_lines: field(count, 'How many lines matched; more than are shown when cut.'),
  suppressed,
  unscanned_bytes: field(count, UNSCANNED),
  offset: field(count, 'Where the first matching line begins in all the bytes ever printed.'),
}));
export type WatchMatchEvent = z.output<typeof watchMatchEvent>;

export const watchDisabledEvent = message('WatchDisabledEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('watch_disabled'), TYPE),
  patterns: field(list(anyText), 'The patterns that are no longer watched for.'),
  suppressed,
  unscanned_bytes: maybe(count, UNSCANNED),
  strikes: field(count, 'How often it was too much.'),
}));
export type WatchDisabledEvent = z.output<typeof watchDisabledEvent>;

export const stillRunningEvent = message('StillRunningEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('still_running'), TYPE),
  deadline: field(count, 'Seconds after its start at which this was to be told.'),
  heartbeat: maybe(count, 'Told again and again: the seconds between two of them.'),
  runtime_seconds: field(count, 'For how long it had run when this was written.'),
  output: field(anyText, 'The last line that it printed; empty when it printed nothing.'),
  progress: maybe(anyText, 'How far it is, where its last lines say so: `45%`, `123/400`, or both.'),
  note: maybe(anyText, 'Something one should know about it.'),
}));
export type StillRunningEvent = z.output<typeof stillRunningEvent>;

export const needsInputEvent = message('NeedsInputEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('needs_input'), TYPE),
  prompt_id: field(anyText, 'Names the prompt among those of its process.'),
  waiting_since: field(moment, MOMENT),
  pid: field(count, 'Who waits …'),
  program: field(anyText, '… and its name, which it chose itself.'),
  evidence: field(
    z.enum(['certain', 'likely']),
    '`certain`: it is blocked in a read on its terminal or stdin. `likely`: a guess.',
  ),
  by: field(
    anyText,
    'What it was found in: `read`, `poll`, `select`, `epoll`, `io_uring`; `refused`: nobody may look.',
  ),
  hidden: field(flag, 'What is typed is not shown: a password.'),
  prompt: field(anyText, 'The last line that it printed before; empty when it printed nothing.'),
}));
export type NeedsInputEvent = z.output<typeof needsInputEvent>;

export const quietEvent = message('QuietEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('quiet'), TYPE),
  quiet_after: field(count, 'Seconds without output after which this was to be told.'),
  silent_since: field(moment, 'The last output, or the start, in milliseconds since 1970.'),
  silent_seconds: field(count, 'How long it had printed nothing when that was noticed.'),
  offset: field(count, 'How many bytes it had ever printed.'),
  measured_seconds: field(number, 'The last part of the silence, in which it and all that it started …'),
  cpu_seconds: field(number, '… used this much processor time,'),
  read_bytes: field(count, 'read this much from disks,'),
  written_bytes: field(count, 'and wrote this much to them.'),
  output: field(anyText, 'The last lines that it printed; empty when it printed nothing.'),
}));
export type QuietEvent = z.output<typeof quietEvent>;

/** Where a process that is ready can be reached, as far as that is known. */
export const readyPlace = () => ({
  address: maybe(anyText, 'Where to connect to, as `host:port`: an address of where it runs …'),
  pid: maybe(count, '… and who listens there.'),
  url: maybe(anyText, 'The URL that was asked, or that it printed.'),
  ports: maybe(list(anyText), 'All TCP ports on which it listened then, each as `address:port`.'),
});
export const wireReadyPlace = object(readyPlace);
export type ReadyPlace = z.output<typeof wireReadyPlace>;

export const readyEvent = message('ReadyEvent', () => ({
  ...aboutProcess(),
  type: field(z.literal('ready'), TYPE),
  ready: field(anyText, 'What was looked for, as it was asked.'),
  by: field(z.enum(['pattern', 'port', 'url', 'command']), 'What kind of probe that is.'),
  ready_at: field(moment, 'When that was seen, in milliseconds since 1970.'),
  line: maybe(anyText, 'The line that matched.'),
  http_status: maybe(count, 'Of the answer, where it was asked from this machine.'),
  ...readyPlace(),
}));
export type ReadyEvent = z.output<typeof readyEvent>;

const scope = field(
  z.enum(['session', 'all']),
  'Whose limit it was: that of the session, or that of all together.',
);

export const overflowTrippedEvent = message('OverflowTrippedEvent', () => ({
  type: field(z.literal('watch_overflow_tripped'), TYPE),
  session_key: fields.sessionKey,
  scope,
  limit: field(count, 'How many matches are too many.'),
  window_seconds: field(number, 'The time over which the matches were counted.'),
  silence_seconds: field(number, 'How long no matches are told.'),
  at: field(moment, MOMENT),
}));
export type OverflowTrippedEvent = z.output<typeof overflowTrippedEvent>;

const silencedProcess = object(() => ({
  session_id: fields.id,
  command: fields.command,
  suppressed,
  first_line: field(anyText, 'The first line that was dropped.'),
}));

export const overflowReleasedEvent = message('OverflowReleasedEvent', () => ({
  type: field(z.literal('watch_overflow_released'), TYPE),
  session_key: fields.sessionKey,
  scope,
  suppressed,
  processes: field(list(silencedProcess), 'Those that are meant.'),
  at: field(moment, MOMENT),
}));
export type OverflowReleasedEvent = z.output<typeof overflowReleasedEvent>;

/** The time of a wake-up has come, or what it waited for has happened. */
export const wakeUpEvent = message('WakeUpEvent', () => ({
  type: field(z.literal('wake_up'), TYPE),
  session_key: fields.sessionKey,
  wake_id: field(wakeUpId, 'The id of the wake-up: `wake_` and 12 hexadecimal digits.'),
  kind: field(wakeUpKind, 'What it waited for: some time, a time, each of many times, or other things.'),
  note: field(anyText, 'What was to be told.'),
  set_at: field(moment, MOMENT),
  due_at: field(moment, 'When it was due, in milliseconds since 1970; 0 where no time decides that.'),
  at: field(moment, MOMENT),
  late_ms: maybe(count, 'By how many milliseconds it is late, where that is worth saying …'),
  late_reason: maybe(
    lateReason,
    '… and why: no daemon ran, the machine was off or asleep, the clock was set forward, or it was busy.',
  ),
  every: maybe(anyText, 'How often it rings.'),
  tz: maybe(anyText, 'The time zone of the cron expression.'),
  missed: maybe(count, 'How many other times it stands for, which passed and could not be told.'),
  next_at: maybe(moment, 'When it rings next.'),
  mode: maybe(z.enum(['all', 'any']), 'Whether it waited for all of its parts or for one.'),
  is_impossible: maybe(flag, 'What it waited for can no longer happen.'),
  is_cancelled: maybe(flag, 'Somebody has cancelled it.'),
  parts: maybe(list(wakePart), 'What happened to each part.'),
}));
export type WakeUpEvent = z.output<typeof wakeUpEvent>;

/** How a sub-agent came back. Two words are used for each of the good and the bad end; both are taken. */
export const delegationStatus = z.enum([
  'completed',
  'success',
  'failed',
  'error',
  'timeout',
  'interrupted',
  'stalled',
  'unknown',
]);
export type DelegationStatus = z.output<typeof delegationStatus>;

const result = () => ({
  status: field(delegationStatus, 'How it stands.'),
  result: maybe(text, 'What came out.'),
  error: maybe(text, 'What went wrong.'),
  api_calls: maybe(wholeNumber(0), 'How often the model was asked.'),
});

export const delegationTask = object(() => ({
  goal: field(text, 'What was to be done.'),
  ...result(),
  duration_seconds: maybe(z.number().check(z.gte(0)), 'How long it took.'),
}));
export type DelegationTask = z.output<typeof delegationTask>;

const delegationFields = () => ({
  type: field(z.literal('async_delegation'), TYPE),
  delegation_id: field(filledText, 'Names the delegation; the same twice is told once.'),
  goal: field(text, 'What was to be done.'),
  context: maybe(text, 'What the sub-agent was given.'),
  toolsets: maybe(list(text), 'Tools that the sub-agent had.'),
  role: maybe(text, 'The role of the sub-agent.'),
  model: maybe(text, 'The model that worked.'),
  dispatched_at: field(wholeNumber(0), MOMENT),
  completed_at: field(wholeNumber(0), MOMENT),
  ...result(),
  tasks: maybe(list(delegationTask), 'Of a fan-out: each with its own result.'),
});

/** A sub-agent, or a fan-out of several, that was sent off in the background has come back. */
export const delegationEvent = message('DelegationEvent', () => ({
  ...delegationFields(),
  session_key: fields.sessionKey,
}));
export type DelegationEvent = z.output<typeof delegationEvent>;

const otherFields = () => ({
  type: field(filledText.check(z.maxLength(100)), TYPE),
  session_id: maybe(text, 'The process it is about, where it is about one.'),
  text: field(text, 'What an agent reads.'),
});

/** A type that this version does not know: types are an open set. */
export const otherEvent = message('OtherEvent', () => ({
  ...otherFields(),
  session_key: fields.sessionKey,
}));
export type OtherEvent = z.output<typeof otherEvent>;

/** The last one's type may be any word. */
export const wireAnyEvent = oneOf('Event', [
  completionEvent,
  watchMatchEvent,
  watchDisabledEvent,
  stillRunningEvent,
  needsInputEvent,
  quietEvent,
  readyEvent,
  overflowTrippedEvent,
  overflowReleasedEvent,
  wakeUpEvent,
  delegationEvent,
  otherEvent,
]);

export type NotificationEvent =
  | CompletionEvent
  | WatchMatchEvent
  | WatchDisabledEvent
  | StillRunningEvent
  | NeedsInputEvent
  | QuietEvent
  | ReadyEvent
  | OverflowTrippedEvent
  | OverflowReleasedEvent
  | WakeUpEvent
  | DelegationEvent;

/** Events that a program hands in; the session is named beside them. */
export const givenDelegation = object(() => ({ ...delegationFields(), session_key: fields.maybeSessionKey }));
export const givenOther = object(() => ({ ...otherFields(), session_key: fields.maybeSessionKey }));
export const givenEvent = z.union([givenDelegation, givenOther]);
export type WireEvent = z.output<typeof givenEvent>;
