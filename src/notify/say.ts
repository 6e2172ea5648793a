import type { NotificationEvent, OtherEvent } from '../wire/events.ts';
import type { NotifyContext } from './context.ts';
import type { SuppressRule } from './policy/after-completion.ts';

export type Said = {
  readonly key: string;
  readonly session: string;
  readonly processId: string | null;
  /** When what it is about began: a session that was closed after that is not told. */
  readonly since: number;
  readonly event: NotificationEvent | OtherEvent;
};

/**
 * Writes a notification; to be called inside the transaction of its cause (promise 11). A session that was closed is
 * not told, and the ledger says why. False: it was written before.
 */
export function say({ ledger, sessions, dispatcher, now }: NotifyContext, said: Said): boolean {
  const rule: SuppressRule | undefined = sessions.isClosedFor(said.session, said.since)
    ? 'session_closed'
    : undefined;
  const isNew = ledger.write(said, now(), rule);
  // Behind the commit: what is not in the ledger yet must not be told.
  if (isNew && rule === undefined) setImmediate(() => dispatcher.wake(said.session));
  return isNew;
}
