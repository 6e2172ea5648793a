import type { NotifyContext } from './context.ts';
import { newBreaker } from './policy/breaker.ts';
import { mergeBreakers, moveSession as moveInBreaker } from './policy/move-session.ts';
import { breakerOf, everybody } from './watch-rows.ts';

/**
 * Compaction, resume, fork: processes and what is still to be told go along, and what the breakers count. `reopens`: somebody
 * uses the other session from now on.
 */
export function moveSession(context: NotifyContext, from: string, to: string, { reopens = true } = {}): void {
  const { host, ledger, watches, sessions, dispatcher } = context;
  if (from === to) return;
  host.store.transaction(() => {
    host.moveSession(from, to);
    ledger.moveSession(from, to);
    dispatcher.moveSession(from, to);
    if (reopens) sessions.open(to);
    const moved = moveInBreaker(watches.breaker(breakerOf(from)), from, to);
    watches.putBreaker(breakerOf(to), mergeBreakers(watches.breaker(breakerOf(to)), moved));
    watches.putBreaker(breakerOf(from), newBreaker);
    watches.putBreaker(everybody, moveInBreaker(watches.breaker(everybody), from, to));
  });
  // Behind the commit, as in `say`.
  setImmediate(() => dispatcher.wake(to));
}

/** The user started afresh: what is open and what is still to come is not told; the processes stay listed and adoptable. */
export function closeSession({ host, ledger, sessions, now }: NotifyContext, session: string): number {
  return host.store.transaction(() => {
    sessions.close(session, now());
    const open = ledger.openOf(session).map((one) => one.id);
    return ledger.settle(open, 'suppressed', 'session_closed', now());
  });
}
