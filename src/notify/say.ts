import type { SuppressRule } from './after-completion.ts';
import type { NotifyContext } from './context.ts';
import { type AnyEvent, keyOf, processOf } from './types.ts';

/**
 * Writes a notification, unless it was written before; to be called inside the transaction of its cause (promise 11).
 * `since`: when what it is about began. A session that was closed after that is not told, and the ledger says why.
 */
export function say(
  { ledger, sessions, dispatcher, now }: NotifyContext,
  event: AnyEvent,
  since: number,
  { key, session } = { key: keyOf(event), session: event.session_key },
): void {
  const rule: SuppressRule | undefined = sessions.isClosedFor(session, since) ? 'session_closed' : undefined;
  const isNew = ledger.write({ key, session, processId: processOf(event), event }, now(), rule);
  // Behind the commit: what is not in the ledger yet must not be told.
  if (isNew && rule === undefined) setImmediate(() => dispatcher.wake(session));
}
