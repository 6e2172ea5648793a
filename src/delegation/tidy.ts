import { failpoint } from '../base/failpoint.ts';
import { type DelegationContext, sessionOf } from './context.ts';
import { interruptTasks } from './interrupt.ts';
import { isOwnWord } from './policy/outcome.ts';
import type { Task } from './unit.ts';

const PARENT_ENDED = 'The delegate that sent it has ended.';

/**
 * After the end of a delegate: what it left running belongs to who sent it by now, or, where it did not come back by itself, is
 * ended, delegates of its own and descendants of its process too. May be repeated.
 */
export async function tidyAfter(
  context: DelegationContext,
  task: Task,
  closeSession: (session: string) => void,
): Promise<void> {
  const { rows, engine } = context;
  const session = sessionOf(task.name);
  failpoint('delegation:before-tidy');
  closeSession(session);
  if (!isOwnWord(task.status ?? 'unknown')) {
    const below = rows.runningBelow(task.name, session).flatMap(({ id }) => rows.tasks(id));
    const told = interruptTasks(context, below, { why: PARENT_ENDED, graceMs: 0 });
    await engine().killAll({ session });
    const ids = [...told, task].flatMap(({ process }) => process ?? []);
    await Promise.all(ids.map((id) => engine().kill(id).catch(ignoreForgotten)));
  }
  rows.setTidy(task);
}

/** A process that the engine has forgotten has left nothing. */
function ignoreForgotten(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error;
}
