import type { NotifyContext } from './context.ts';
import { type Act, isConsuming } from './policy/consumption.ts';
import { completionKey } from './types.ts';

/**
 * The session did something that showed it the end of a process: what it knows it is not told again (promise 14). By
 * the process's full id, however the session wrote it (trap 7). What others do counts for nothing.
 */
export function noteAct(context: NotifyContext, processId: string, session: string, act: Act): void {
  const { host, ledger, dispatcher, now } = context;
  if (host.get(processId).session !== session) return;
  host.store.transaction(() => {
    const completion = ledger.byKey(completionKey(processId));
    if (isConsuming(act)) {
      if (completion) ledger.settle([completion.id], 'consumed', act, now());
      dispatcher.turns.silence(processId);
    } else if (act === 'poll_saw_end' && completion) {
      ledger.markObserved([completion.id]);
    }
  });
}
