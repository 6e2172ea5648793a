import { rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failpoint } from '../base/failpoint.ts';
import { readMeta } from '../keeper/keep.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import { mayHaveLeftSomething, visitStatus } from './left-behind.ts';

/** Removes an ended process: its keep first, so that a crash in between leaves a row that is pruned again. */
export async function removeEnded(context: Context, id: string): Promise<boolean> {
  if (context.extension.mayRemove?.(id) === false) return false;
  const left = mayHaveLeftSomething(getSnapshot(context, id)) ? await visitStatus(context, id) : undefined;
  if (left && left.descendants > 0) return false;
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
  const cgroup = readMeta(keep)?.cgroup;
  if (cgroup) removeCgroup(cgroup);
  await rm(keep, { recursive: true, force: true });
}

/** Left by a keeper that was killed. The kernel removes only what is empty. */
function removeCgroup(folder: string): void {
  // A damaged keep must not lead elsewhere.
  if (!resolve(folder).startsWith('/sys/fs/cgroup/')) return;
  try {
    rmdirSync(folder);
  } catch {
    // Gone already, or somebody still lives in it.
  }
}
