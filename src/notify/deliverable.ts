import { isAfterCompletion, type SuppressRule } from './after-completion.ts';
import type { Notification } from './ledger.ts';
import { judgeCompletion, type Way } from './policy/consumption.ts';
import type { LedgerState } from './policy/life.ts';

export type Settlement =
  | { readonly id: string; readonly state: 'suppressed'; readonly rule: SuppressRule }
  | { readonly id: string; readonly state: 'consumed'; readonly rule: 'poll' };

/**
 * Of the open notifications of a session, in order: what is told now, and what never will be. A match that comes in the
 * same turn as the completion behind it is told; one that comes later is not.
 */
export function chooseDeliverable(
  open: readonly Notification[],
  way: Way,
  completionOf: (processId: string) => LedgerState | undefined,
): { tell: Notification[]; settle: Settlement[] } {
  const tell: Notification[] = [];
  const settle: Settlement[] = [];
  for (const one of open) {
    const { id, type, processId } = one;
    if (processId !== null && isAfterCompletion(type, completionOf(processId))) {
      settle.push({ id, state: 'suppressed', rule: 'after_completion' });
    } else if (one.isObserved && judgeCompletion('poll_saw_end', way) === 'skip_seen') {
      settle.push({ id, state: 'consumed', rule: 'poll' });
    } else {
      tell.push(one);
    }
  }
  return { tell, settle };
}
