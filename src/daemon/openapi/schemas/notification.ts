import * as z from 'zod/mini';
import { delegationStatuses } from '../../../wire/events.ts';
import type {
  CompletionEvent,
  DelegationEvent,
  DelegationTask,
  OtherEvent,
  OverflowReleasedEvent,
  OverflowTrippedEvent,
  WatchDisabledEvent,
  WatchMatchEvent,
  WireAcknowledged,
  WireClosed,
  WireDismissed,
  WireDrained,
  WireNotification,
  WireNotifications,
  WireTurn,
  WireWaiting,
} from '../../../wire/notification-types.ts';
import type { Shape } from '../shape.ts';
import { count, flag, list, maybe, moment, number, processId, text, time } from './kinds.ts';

const aboutProcess = {
  session_id: processId,
  session_key: text,
  command: text,
  cwd: text,
  started_at: moment,
  environment: maybe(text),
};

export const completionEvent = z.strictObject({
  ...aboutProcess,
  type: z.literal('completion'),
  exit_code: z.nullable(z.int()),
  signal: z.nullable(text),
  completion_reason: z.enum(['exited', 'killed', 'lost']),
  termination_source: text,
  ended_at: moment,
  output: text,
  output_missing: count,
  descendants: maybe(count),
  killed_for_memory: maybe(flag),
  note: maybe(text),
} satisfies Shape<CompletionEvent>);

export const watchMatchEvent = z.strictObject({
  ...aboutProcess,
  type: z.literal('watch_match'),
  pattern: text,
  output: text,
  matched_lines: count,
  suppressed: count,
  unscanned_bytes: count,
  offset: count,
} satisfies Shape<WatchMatchEvent>);

export const watchDisabledEvent = z.strictObject({
  ...aboutProcess,
  type: z.literal('watch_disabled'),
  patterns: list(text),
  suppressed: count,
  unscanned_bytes: maybe(count),
  strikes: count,
} satisfies Shape<WatchDisabledEvent>);

const scope = z.enum(['session', 'all']);

export const overflowTrippedEvent = z.strictObject({
  type: z.literal('watch_overflow_tripped'),
  session_key: text,
  scope,
  limit: count,
  window_seconds: number,
  silence_seconds: number,
  at: moment,
} satisfies Shape<OverflowTrippedEvent>);

export const overflowReleasedEvent = z.strictObject({
  type: z.literal('watch_overflow_released'),
  session_key: text,
  scope,
  suppressed: count,
  processes: list(
    z.strictObject({
      session_id: processId,
      command: text,
      suppressed: count,
      first_line: text,
    } satisfies Shape<OverflowReleasedEvent['processes'][number]>),
  ),
  at: moment,
} satisfies Shape<OverflowReleasedEvent>);

const delegationStatus = z.enum(delegationStatuses);

const delegationTask = z.strictObject({
  goal: text,
  status: delegationStatus,
  result: maybe(text),
  error: maybe(text),
  duration_seconds: maybe(number),
  api_calls: maybe(count),
} satisfies Shape<DelegationTask>);

export const delegationEvent = z.strictObject({
  type: z.literal('async_delegation'),
  session_key: text,
  delegation_id: text,
  goal: text,
  context: maybe(text),
  toolsets: maybe(list(text)),
  role: maybe(text),
  model: maybe(text),
  dispatched_at: moment,
  completed_at: moment,
  api_calls: maybe(count),
  status: delegationStatus,
  result: maybe(text),
  error: maybe(text),
  tasks: maybe(list(delegationTask)),
} satisfies Shape<DelegationEvent>);

/** Last of the union: its type may be any word. */
export const otherEvent = z.strictObject({
  type: text,
  session_key: text,
  session_id: maybe(text),
  text,
} satisfies Shape<OtherEvent>);

export const event = z.union([
  completionEvent,
  watchMatchEvent,
  watchDisabledEvent,
  overflowTrippedEvent,
  overflowReleasedEvent,
  delegationEvent,
  otherEvent,
]);

export const notification = z.strictObject({
  id: text,
  sequence: count,
  type: text,
  session_key: text,
  session_id: z.nullable(text),
  state: z.enum(['pending', 'sent', 'delivered', 'consumed', 'dismissed', 'suppressed']),
  rule: z.nullable(text),
  created_at: time,
  sent_at: z.nullable(time),
  settled_at: z.nullable(time),
  text,
  event,
} satisfies Shape<WireNotification>);

export const notifications = z.strictObject({
  notifications: list(notification),
} satisfies Shape<WireNotifications>);

export const turn = z.strictObject({
  session_key: text,
  notifications: list(notification),
  text,
} satisfies Shape<WireTurn>);

export const drained = z.strictObject({ turn: z.nullable(turn) } satisfies Shape<WireDrained>);

const okay = { status: z.literal('ok') };
export const acknowledged = z.strictObject({
  ...okay,
  acknowledged: count,
} satisfies Shape<WireAcknowledged>);
export const dismissed = z.strictObject({ ...okay, dismissed: count } satisfies Shape<WireDismissed>);
export const closed = z.strictObject({ ...okay, suppressed: count } satisfies Shape<WireClosed>);
export const waiting = z.strictObject({ waiting: flag } satisfies Shape<WireWaiting>);
