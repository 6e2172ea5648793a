import { readdirSync } from 'node:fs';
import { isClaimed } from '../backends/local/examine.ts';
import { failpoint } from '../base/failpoint.ts';
import { processesFolder } from '../base/home.ts';
import { isProcessId } from '../base/ids.ts';
import { untilStored } from '../base/until-stored.ts';
import { readMeta, readSpec } from '../keeper/keep.ts';
import { addLive } from './add-live.ts';
import { isWaitedFor } from './after.ts';
import { removeClaimLater } from './claims.ts';
import { backendOf, type Context, keepOf } from './context.ts';
import type { LiveProcess } from './live-process.ts';
import { reconcile } from './reconcile.ts';
import type { NewRow } from './row.ts';
import { rowFromSpec } from './spec.ts';
import { fromColumns } from './start-fields.ts';

/** Takes over everything that a home holds: rows that have not ended, and keeps that no row knows. */
export async function recover(context: Context): Promise<void> {
  failpoint('recover:begin');
  // Who waited for it went with the engine.
  context.rows.putAllInBackground();
  const unfinished = context.rows.unfinished();
  const known = context.rows.ids();
  const strays = readdirSync(processesFolder(context.home), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isProcessId(entry.name) && !known.has(entry.name))
    .map(({ name }) => name);
  const live = unfinished.map((row) => track(context, row, row.state !== 'queued'));
  live.push(...adoptStrays(context, strays));
  failpoint('recover:after-adopt');
  await Promise.all(
    live.map((one) => {
      const look = untilStored(
        () => context.closing.aborted,
        () => reconcile(context, one),
      );
      // Whether it was started elsewhere may be known late, or never: nobody waits for that.
      return one.isAcknowledged || context.backends.isLocal(one.backend) ? look : undefined;
    }),
  );
  failpoint('recover:end');
  // A crash between recording an end and saying so would leave its keeper waking us for nothing.
  // But whoever is still waited for has to wake the next one, should we die too.
  for (const { id } of context.rows.ended())
    if (!isWaitedFor(context, id)) void backendOf(context, id).seen(id);
}

/** The database was deleted or damaged: each keep is listed again, with all its options, in the order of their starts. */
function adoptStrays(context: Context, ids: readonly string[]): LiveProcess[] {
  const fallback = { logLimitBytes: context.config.logLimitBytes };
  const rows: NewRow[] = [];
  for (const id of ids) {
    const keep = keepOf(context, id);
    const startedAt = readMeta(keep)?.startedAt;
    const row = rowFromSpec(id, readSpec(keep), { ...fallback, startedAt: startedAt ?? Date.now() });
    if (startedAt === undefined && isClaimed(keep))
      removeClaimLater(context, id, context.backends.of(row.environment));
    else rows.push(row);
  }
  rows.sort((a, b) => a.started_at - b.started_at);
  return rows.map((row) => {
    context.rows.insert(row);
    const live = track(context, row, false);
    live.isKnown = false;
    return live;
  });
}

function track(context: Context, row: NewRow, isAcknowledged: boolean): LiveProcess {
  const live = addLive(context, row);
  live.isAcknowledged = isAcknowledged;
  const { after } = fromColumns(row);
  if (!isAcknowledged && after.length > 0) live.after = after;
  return live;
}
