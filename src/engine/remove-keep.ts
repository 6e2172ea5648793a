import { rm } from 'node:fs/promises';
import { failpoint } from '../base/failpoint.ts';
import { isWaitedFor } from './after.ts';
import { backendOf, type Context, getSnapshot, keepOf } from './context.ts';
import { mayHaveLeftSomething, visitStatus } from './left-behind.ts';
import { toSnapshot } from './row.ts';

/** Removes an ended process: its keep first, so that a crash in between leaves a row that is pruned again. */
export async function removeEnded(context: Context, id: string): Promise<boolean> {
  if (context.extension.mayRemove?.(id) === false || isWaitedFor(context, id)) return false;
  const backend = backendOf(context, id);
  const left = mayHaveLeftSomething(getSnapshot(context, id)) ? await visitStatus(context, id) : undefined;
  if (left && left.descendants > 0) return false;
  // The table may be closed by now; the next engine prunes it.
  if (context.closing.aborted) return false;
  await backend.remove(id);
  await removeKeep(keepOf(context, id));
  failpoint('prune:after-keep');
  if (context.closing.aborted) return true;
  context.store.transaction(() => {
    noteCall(context, id);
    context.rows.remove(id);
    context.extension.removed?.(id);
  });
  return true;
}

/** Its id, and the one that its caller asked for where it got another. */
function noteCall({ rows, pastCalls }: Context, id: string): void {
  const row = rows.get(id);
  if (!row) return;
  const { life } = toSnapshot(row);
  const exitCode = life.state === 'exited' ? life.exit.exitCode : null;
  for (const one of [id, row.request_id]) if (one !== null) pastCalls.add(one, exitCode, Date.now());
}

export async function removeKeep(keep: string): Promise<void> {
  await rm(keep, { recursive: true, force: true });
}
