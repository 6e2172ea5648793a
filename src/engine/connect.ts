import { untilStored } from '../base/until-stored.ts';
import { readMeta } from '../keeper/keep.ts';
import type { Keeper } from '../keeper/keeper.ts';
import type { Started } from '../keeper/started.ts';
import type { KeeperStatus } from '../keeper/status.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { LiveProcess } from './live-process.ts';
import { noteMissed } from './notice.ts';

/** Calls the keeper of a process that was just started. */
export function connectKeeper(context: Context, live: LiveProcess): void {
  const connecting = live.backend.connect(live.id, live);
  live.setKeeper(connecting);
  connecting.then(
    (keeper) => subscribe(context, live, keeper, true),
    () => live.gone(),
  );
}

/** Takes over a keeper that answered. */
export function adoptKeeper(context: Context, live: LiveProcess, keeper: Keeper): void {
  live.setKeeper(Promise.resolve(keeper));
  subscribe(context, live, keeper, false);
}

/** From now on the keeper pushes the end, and knows that somebody is home (promise 15). */
function subscribe(context: Context, live: LiveProcess, keeper: Keeper, isNew: boolean): void {
  keeper.subscribe().then(
    (status) => {
      if (status)
        void untilStored(
          () => context.closing.aborted,
          () => noteStatus(context, live, keeper, status),
        );
      if (status && !status.hasEnded && !isNew) noteMissed(context, live, status);
    },
    () => {}, // It went: the listener hears that too.
  );
}

function noteStatus(context: Context, live: LiveProcess, keeper: Keeper, status: KeeperStatus): void {
  // What it says may have been overtaken by the answer to BEGIN.
  if (status.isHeld && !live.isAcknowledged) {
    context.rows.recordHeld(live.id, status.keeperPid);
    // Its spec may be damaged.
    live.after ??= [];
    context.events.held(live);
  } else acknowledge(context, live, status);
  const limit = context.budget.limitFor(live.logLimitBytes);
  if (!status.hasEnded && status.logLimitBytes !== limit) sendLimit(keeper, limit);
}

/** Completes the row of a start that nobody lived to acknowledge, or of a keep that had none. */
export function acknowledge(context: Context, live: LiveProcess, status?: KeeperStatus | Started): void {
  const meta = readMeta(keepOf(context, live.id));
  const known = status ?? meta;
  // Without a pid it never began.
  if (live.isAcknowledged || !known?.pid) return;
  const { pid, keeperPid, startedAt } = known;
  const terminal = 'pty' in known ? known : meta;
  context.rows.recordStart(live.id, {
    pid,
    keeperPid,
    startedAt,
    pty: terminal?.pty ?? context.rows.get(live.id)?.pty === 1,
    ptyNote: terminal?.ptyNote,
  });
  live.isAcknowledged = true;
  if (!live.after) return;
  live.after = live.waitingFor = undefined;
  context.extension.running?.(getSnapshot(context, live.id));
}

export function sendLimit(keeper: Keeper, bytes: number): void {
  keeper.limitLog(bytes).catch(() => {});
}
