import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../backends/backend.ts';
import { removeClaimLater } from './claims.ts';
import { acknowledge, adoptKeeper } from './connect.ts';
import { type Context, getRow, getSnapshot } from './context.ts';
import type { LiveProcess } from './live-process.ts';
import { forget, recordExit, recordLost, recordSkipped } from './record-end.ts';

const DETACHED_NOTE =
  'Its keeper was killed: it still runs and can be killed, but its output is kept only up to then and it takes no input.';

const KILLED_WAITING = 'its keeper was killed while it waited';

/** Finds out what became of a process, and acts on it. Who comes while that is under way gets the same answer. */
export function reconcile(context: Context, live: LiveProcess): Promise<Finding> {
  live.look ??= look(context, live).finally(() => {
    live.look = undefined;
  });
  return live.look;
}

async function look(context: Context, live: LiveProcess): Promise<Finding> {
  const finding = await live.backend.examine(live.id, live, live.isAcknowledged);
  if (!context.closing.aborted && context.live.get(live.id) === live) await act(context, live, finding);
  else if (finding.kind === 'running') finding.keeper.close();
  return finding;
}

async function act(context: Context, live: LiveProcess, finding: Finding): Promise<void> {
  const wasHeld = live.after !== undefined;
  if (finding.kind !== 'unstarted' && finding.kind !== 'waiting') acknowledge(context, live);
  switch (finding.kind) {
    case 'running':
      adoptKeeper(context, live, finding.keeper);
      live.isKnown = true;
      // One that waits has not begun; and one that was found to have begun has been announced.
      if (!wasHeld) context.extension.running?.(getSnapshot(context, live.id));
      break;
    case 'ended':
      live.setKeeper(undefined);
      await recordExit(context, live, finding.exit);
      break;
    case 'unstarted':
      // Somebody was told that it waits.
      if (wasHeld && getRow(context, live.id).keeper_pid !== null) {
        live.setKeeper(undefined);
        await recordSkipped(context, live, KILLED_WAITING);
        break;
      }
      forget(context, live);
      removeClaimLater(context, live.id, live.backend);
      break;
    case 'waiting':
      break;
    case 'detached':
      live.setKeeper(undefined);
      context.rows.recordDetached(live.id, DETACHED_NOTE);
      context.extension.running?.(getSnapshot(context, live.id));
      void awaitDetached(context, live);
      break;
    case 'lost':
      live.setKeeper(undefined);
      await recordLost(context, live, finding.note);
      break;
  }
}

/** Nobody will push the end of a detached process; the keeper program waits for it with a pidfd. */
async function awaitDetached(context: Context, live: LiveProcess): Promise<void> {
  await live.backend.awaitGone(live.id, context.closing);
  // Should that program fail at once, again and again, this keeps it from becoming a storm.
  await sleep(50, undefined, { ref: false });
  if (!context.closing.aborted && context.live.get(live.id) === live) await reconcile(context, live);
}
