/** Notifications as the daemon speaks of them. */
import type { DelegationEvent, NotificationEvent, OtherEvent } from './events.ts';

export type * from './events.ts';

/** What became of a notification. */
export type WireNotificationState =
  | 'pending'
  | 'sent'
  | 'delivered'
  | 'consumed'
  | 'dismissed'
  | 'suppressed';

export type WireNotification = {
  /** Stable: one that comes again carries the same. */
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  /** The conversation it is for. */
  readonly session_key: string;
  /** The process it is about; null where it is about none. */
  readonly session_id: string | null;
  readonly state: WireNotificationState;
  /** The rule that suppressed it, or what consumed it. */
  readonly rule: string | null;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly settled_at: string | null;
  /** What an agent reads. */
  readonly text: string;
  readonly event: NotificationEvent | OtherEvent;
};

export type WireNotifications = { readonly notifications: readonly WireNotification[] };

/** Everything that was pending for a session, in order, as one text. */
export type WireTurn = WireNotifications & { readonly session_key: string; readonly text: string };

export type WireDrained = { readonly turn: WireTurn | null };

export type WireAcknowledged = { readonly status: 'ok'; readonly acknowledged: number };
export type WireDismissed = { readonly status: 'ok'; readonly dismissed: number };
export type WireClosed = { readonly status: 'ok'; readonly suppressed: number };
export type WireWaiting = { readonly waiting: boolean };

type HandedIn<Event> = Omit<Event, 'session_key'> & { readonly session_key?: string };

/** An event of a program's own; the session is named beside it. */
export type WireEvent = HandedIn<DelegationEvent> | HandedIn<OtherEvent>;
