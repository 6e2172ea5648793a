import { failpoint } from '../base/failpoint.ts';
import type { KeeperConnection } from '../keeper/connection.ts';
import type { ExitRecord } from '../keeper/exit.ts';
import { FRAME } from '../keeper/frame.ts';
import { listOutput } from '../output/segments.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import { toExit } from './exit.ts';
import type { LiveProcess } from './live-process.ts';
import { tellSeen } from './seen.ts';

/** The command ended, whoever saw it first: push, kill, or recovery. Only the first word counts. */
export function recordExit(context: Context, live: LiveProcess, record: ExitRecord): void {
  failpoint('end:before-record');
  const isFirst = context.rows.recordExit(live.id, toExit(record));
  failpoint('end:after-record');
  // Only now may the keeper leave: until the end is in the table, its wake command is the reminder (promise 15).
  if (live.link) live.link.then(dismiss, () => {});
  else void tellSeen(keepOf(context, live.id));
  if (isFirst) finish(context, live);
}

/** What cannot be known is a state of its own, never an invented exit code (promise 3). */
export function recordLost(context: Context, live: LiveProcess, note: string): void {
  failpoint('end:before-record');
  const output = listOutput(keepOf(context, live.id));
  const keptBytes = output.segments.reduce((sum, segment) => sum + segment.end - segment.start, 0);
  const isFirst = context.rows.recordLost(live.id, note, Date.now(), keptBytes);
  failpoint('end:after-record');
  if (isFirst) finish(context, live);
}

/** It never ran: nothing of it stays. */
export function forget(context: Context, live: LiveProcess): void {
  context.rows.remove(live.id);
  context.live.delete(live.id);
  context.budget.remove(live.logLimit);
  live.finish();
}

/**
 * An ended process keeps no connection; who wants something of what it left behind makes one. What is being
 * asked of it is answered first.
 */
function dismiss(keeper: KeeperConnection): void {
  keeper.whenIdle(() => {
    keeper.send(FRAME.SEEN);
    keeper.close();
  });
}

function finish(context: Context, live: LiveProcess): void {
  context.live.delete(live.id);
  context.budget.remove(live.logLimit);
  live.finish();
  context.pruner.schedule();
  if (context.endListeners.size === 0) return;
  const process = getSnapshot(context, live.id);
  for (const listener of context.endListeners) listener(process);
}
