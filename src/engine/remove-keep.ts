import { rm } from 'node:fs/promises';
import { failpoint } from '../base/failpoint.ts';
import { type Context, getSnapshot, hostOf, keepOf } from './context.ts';
import { mayHaveLeftSomething, visitStatus } from './left-behind.ts';

/** Removes an ended process: its keep first, so that a crash in between leaves a row that is pruned again. */
export async function removeEnded(context: Context, id: string): Promise<boolean> {
  if (context.extension.mayRemove?.(id) === false) return false;
  const host = hostOf(context, id);
  const left = mayHaveLeftSomething(getSnapshot(context, id)) ? await visitStatus(context, id) : undefined;
  if (left && left.descendants > 0) return false;
  // The table may be closed by now; the next engine prunes it.
  if (context.closing.aborted) return false;
  await host.remove(id);
  await removeKeep(keepOf(context, id));
  failpoint('prune:after-keep');
  if (context.closing.aborted) return true;
  context.store.transaction(() => {
    context.rows.remove(id);
    context.extension.removed?.(id);
  });
  return true;
}

export async function removeKeep(keep: string): Promise<void> {
  await rm(keep, { recursive: true, force: true });
}
