/** Notifications, and what sessions do with them. */
import * as z from 'zod/mini';
import { wireAnyEvent } from './events.ts';
import * as fields from './fields.ts';
import { anyText, count, filledText, flagText, list, numberText, ok, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

export type * from './events.ts';

export const notificationState = z.enum([
  'pending',
  'sent',
  'delivered',
  'consumed',
  'dismissed',
  'suppressed',
]);
export type WireNotificationState = z.output<typeof notificationState>;

export const wireNotification = message('Notification', () => ({
  id: field(anyText, 'Stable: one that comes again carries the same.'),
  sequence: field(count, 'Its number in the ledger.'),
  type: field(anyText, 'What kind it is; the set is open.'),
  session_key: fields.sessionKey,
  session_id: nullable(anyText, 'The process it is about; null where it is about none.'),
  state: field(notificationState, 'What became of it.'),
  rule: nullable(anyText, 'What suppressed or consumed it.'),
  created_at: field(time, 'When it was written down.'),
  sent_at: nullable(time, 'When it was last handed out.'),
  settled_at: nullable(time, 'When its last state was reached.'),
  text: field(anyText, 'What an agent reads.'),
  event: field(wireAnyEvent, 'What happened, with all its fields.'),
}));
export type WireNotification = z.output<typeof wireNotification>;

const notifications = field(list(wireNotification), 'Each with its id, for acknowledging.');

export const wireNotifications = message('NotificationList', () => ({ notifications }));
export type WireNotifications = z.output<typeof wireNotifications>;

const MOST = 1_000;

export const historyQuery = object(() => ({
  session_key: fields.maybeSessionKey,
  open: maybe(flagText, 'Only those that are still to be told.'),
  process: maybe(anyText, 'Only those about this process.'),
  limit: maybe(numberText.check(z.gte(1), z.lte(MOST)), 'How many at most.'),
}));
export type HistoryQuery = z.output<typeof historyQuery>;

export const handInRequest = object(() => ({
  session_key: fields.sessionKey,
  event: field(z.unknown(), 'What happened, with all its fields.'),
  id: maybe(filledText, 'A name of your own for it: the same twice is told once.'),
}));
export type HandInRequest = z.output<typeof handInRequest>;

/** Everything that was pending for a session, in order, as one text. */
export const wireTurn = message('Turn', () => ({
  session_key: fields.sessionKey,
  notifications,
  text: field(anyText, 'What an agent reads.'),
}));
export type WireTurn = z.output<typeof wireTurn>;

export const subscribeQuery = object(() => ({
  session_key: fields.sessionKey,
  delivery: maybe(
    z.enum(['inline', 'autonomous']),
    'How the turns are taken: `inline` by a program whose own turns saw what a poll showed, so that this is not told again; `autonomous` (the default) to wake a session from outside.',
  ),
  if_unheard: maybe(flagText, 'End at once where somebody else takes the turns of this session.'),
  may_grow: maybe(
    flagText,
    'A turn that was not acknowledged may come again with more in it, instead of to the letter: for who knows each notification by its id.',
  ),
}));
export type SubscribeQuery = z.output<typeof subscribeQuery>;

export const drainRequest = object(() => ({ session_key: fields.sessionKey }));
export type DrainRequest = z.output<typeof drainRequest>;

export const wireDrained = message('Drained', () => ({
  turn: nullable(wireTurn, 'Null when there is nothing to tell.'),
}));
export type WireDrained = z.output<typeof wireDrained>;

/** As many as SQLite takes in one statement, and some less. */
const MOST_IDS = 30_000;

export const notificationIds = object(() => ({
  ids: field(z.readonly(z.array(filledText).check(z.maxLength(MOST_IDS))), 'Ids of notifications.'),
}));
export type NotificationIds = z.output<typeof notificationIds>;

const done = field(ok, 'How it stands.');
const STILL_OPEN = 'How many of them were still open.';

export const wireAcknowledged = message('Acknowledged', () => ({
  status: done,
  acknowledged: field(count, STILL_OPEN),
}));
export type WireAcknowledged = z.output<typeof wireAcknowledged>;

export const wireDismissed = message('Dismissed', () => ({
  status: done,
  dismissed: field(count, STILL_OPEN),
}));
export type WireDismissed = z.output<typeof wireDismissed>;
