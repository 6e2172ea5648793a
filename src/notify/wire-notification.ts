import type { WireNotification, WireTurn } from '../wire/notification.ts';
import type { Notification } from './ledger.ts';
import { renderText } from './render.ts';
import type { Turn } from './taker.ts';

export function toWireNotification(notification: Notification): WireNotification {
  const { id, sequence, type, state, rule, event } = notification;
  return {
    id,
    sequence,
    type,
    session_key: notification.session,
    session_id: notification.processId,
    state,
    rule,
    created_at: toTime(notification.createdAt),
    sent_at: notification.sentAt === null ? null : toTime(notification.sentAt),
    settled_at: notification.settledAt === null ? null : toTime(notification.settledAt),
    text: renderText(event),
    event,
  };
}

export function toWireTurn({ session, notifications, text }: Turn): WireTurn {
  return {
    session_key: session,
    notifications: notifications.map(toWireNotification),
    text,
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
