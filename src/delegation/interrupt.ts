import type { DelegationContext } from './context.ts';
import type { Task } from './unit.ts';

export type Interruption = {
  readonly why: string;
  /** How long it may take to stop and say what there is. */
  readonly graceMs: number;
  readonly hasStalled?: boolean;
};

/** Tells delegates to stop: stored first, with the time at which whoever did not is ended. Gives back those who hear it now. */
export function interruptTasks(
  { host, rows, orders, now }: DelegationContext,
  tasks: readonly Task[],
  { why, graceMs, hasStalled = false }: Interruption,
): Task[] {
  return host.store.transaction(() => {
    const at = now() + graceMs;
    const changed = tasks.filter((task) => rows.interrupt(task, { at, why, hasStalled }));
    for (const { name } of changed) orders.add(name, 'interrupt', why, 'once');
    return changed;
  });
}
