import type { SuppressRule } from './after-completion.ts';
import type { NotifyContext } from './context.ts';
import type { Notification } from './ledger.ts';

/**
 * Those whose keys begin with `prefix` and that nobody was given yet are not told any more: it is not so any more
 * (promise 19), or a newer one stands for them. Gives them back. Inside a transaction.
 */
export function withdraw(
  { ledger, now }: NotifyContext,
  prefix: string,
  isOver: (one: Notification) => boolean = () => true,
  rule: SuppressRule = 'passed_by',
): readonly Notification[] {
  const over = ledger.pendingUnder(prefix).filter(isOver);
  const ids = over.map(({ id }) => id);
  ledger.settle(ids, 'suppressed', rule, now());
  return over;
}
