import { readSpec, storeSpec } from '../keeper/keep.ts';
import { settleSuccessors } from './after.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { NotifyOptions } from './extension.ts';
import { toColumns } from './start-fields.ts';
import { wantsPrompts } from './wants-prompts.ts';

/** Everything of a session goes to another one, in the rows and in the specs of what runs. */
export function moveSession(context: Context, from: string, to: string): void {
  const moved = context.rows.list({ session: from, includeEnded: false });
  context.rows.moveSession(from, to);
  for (const { id } of moved) changeSpec(context, id, { session: to });
}

/** Nobody waits for it any more: it is listed like any other, and kept as long. */
export function putInBackground(context: Context, id: string): void {
  context.rows.putInBackground(id);
  changeSpec(context, id, { foreground: false });
}

/** In its row, in its spec (so that they outlive the database), and with its keeper, who wakes us for what is wanted. */
export function setNotifyOptions(context: Context, id: string, options: NotifyOptions): void {
  context.rows.setNotifyOptions(id, options.notifyOnComplete, options.watchPatterns);
  changeSpec(context, id, options);
  const isWatched = options.watchPatterns.length > 0;
  const isSensed = wantsPrompts(context.config, toColumns(getSnapshot(context, id)));
  context.live
    .get(id)
    ?.keeper?.then((keeper) => Promise.all([keeper.watchOutput(isWatched), keeper.sensePrompts(isSensed)]))
    .catch(() => {});
}

/** Its probe holds. False: that is known, or it has ended. In its spec too, so that a new database does not tell it again. */
export function recordReady(context: Context, id: string, at: number): boolean {
  if (!context.rows.recordReady(id, at)) return false;
  changeSpec(context, id, { readyAt: at });
  // Once that is committed.
  void Promise.resolve().then(() => settleSuccessors(context, id));
  return true;
}

function changeSpec(context: Context, id: string, change: object): void {
  const keep = keepOf(context, id);
  const spec = readSpec(keep);
  if (typeof spec === 'object' && spec !== null) storeSpec(keep, JSON.stringify({ ...spec, ...change }));
}
