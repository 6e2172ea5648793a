import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { ExitRecord } from '../keeper/exit.ts';
import type { Keeper } from '../keeper/keeper.ts';
import { listOutput } from '../output/segments.ts';
import { isWaitedFor, letGo, settleSuccessors } from './after.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import type { LiveProcess } from './live-process.ts';
import { killerOf, toExit } from './to-exit.ts';

const ENDED_WAITING_NOTE = 'It was ended while it waited for others: it never ran.';
const KILLED_NOTE = 'Its keeper had gone when it was killed: its exit code is not known.';

/** The command ended, whoever saw it first: push, kill, or recovery. Only the first word counts. */
export function recordExit(context: Context, live: LiveProcess, record: ExitRecord): Promise<void> | void {
  const exit = toExit(record);
  if (!exit) return recordSkipped(context, live, record.refusal, record);
  const write = (note: string | null) =>
    recordEnd(context, live, exit.finalOffset, () => context.rows.recordExit(live.id, exit, note));
  const bringing = live.isKnown ? live.backend.bringResults?.(live.id) : undefined;
  if (!bringing) return write(null);
  // Nobody waits for that here: it may take minutes, and a recovery must not.
  context.rows.recordNote(live.id, `It ended with exit code ${exit.exitCode}; its results are coming back.`);
  void bringing.then(
    (note) =>
      untilStored(
        () => context.closing.aborted,
        () => write(note ?? null),
      ),
    () => {}, // The engine closes: the next one sees to it.
  );
}

/** What cannot be known is a state of its own, never an invented exit code (promise 3). */
export function recordLost(context: Context, live: LiveProcess, note: string): Promise<void> | void {
  const output = listOutput(keepOf(context, live.id));
  const keptBytes = output.segments.reduce((sum, segment) => sum + segment.end - segment.start, 0);
  const { killedBy } = live;
  const endedAt = Date.now();
  const lost = killedBy === undefined ? { endedAt, note } : { endedAt, note: KILLED_NOTE, killedBy };
  return recordEnd(context, live, output.end, () => context.rows.recordLost(live.id, lost, keptBytes));
}

/** It waited for others and never ran; `why`: as it is told, where nobody ended it. */
export function recordSkipped(
  context: Context,
  live: LiveProcess,
  why: string,
  record?: ExitRecord,
): Promise<void> | void {
  const killedBy = record && killerOf(record);
  const skipped = {
    endedAt: record?.endedAt ?? Date.now(),
    note: why ? `It never began: ${why}.` : ENDED_WAITING_NOTE,
    ...(killedBy && { killedBy }),
  };
  return recordEnd(context, live, 0, () => context.rows.recordSkipped(live.id, skipped));
}

/** At once, unless somebody still wants to read up to the final offset first. */
function recordEnd(
  context: Context,
  live: LiveProcess,
  finalOffset: number,
  write: () => boolean,
): Promise<void> | void {
  const { beforeEnd } = context.extension;
  const ready = live.isKnown ? beforeEnd?.(getSnapshot(context, live.id), finalOffset) : undefined;
  if (!ready) return writeEnd(context, live, write);
  return ready.then((isReady) => {
    if (isReady && !context.closing.aborted) writeEnd(context, live, write);
  });
}

function writeEnd(context: Context, live: LiveProcess, write: () => boolean): void {
  failpoint('end:before-record');
  const isFirst = context.store.transaction(() => {
    const isFirstWord = write();
    if (isFirstWord) context.extension.ended?.(getSnapshot(context, live.id), live.isKnown);
    return isFirstWord;
  });
  failpoint('end:after-record');
  // Only now may the keeper leave: until the end is in the table, and whoever waited for it has begun, its wake command is the
  // reminder (promise 15).
  if (isWaitedFor(context, live.id))
    void settleSuccessors(context, live.id).then(() => sayGoodbye(context, live));
  else sayGoodbye(context, live);
  if (isFirst) finish(context, live);
}

function sayGoodbye({ goodbyes }: Context, live: LiveProcess): void {
  const said = live.keeper ? live.keeper.then(dismiss, () => {}) : live.backend.seen(live.id);
  const done = () => goodbyes.delete(said);
  goodbyes.add(said);
  said.then(done, done);
}

/** It never ran: nothing of it stays. */
export function forget(context: Context, live: LiveProcess): void {
  context.store.transaction(() => {
    context.rows.remove(live.id);
    context.extension.removed?.(live.id);
  });
  removeLive(context, live);
  live.finish();
  void settleSuccessors(context, live.id);
}

/**
 * An ended process keeps no connection; who wants something of what it left behind makes one. What is being
 * asked of it is answered first.
 */
function dismiss(keeper: Keeper): void {
  keeper.whenIdle(() => {
    keeper.seen();
    keeper.close();
  });
}

function removeLive(context: Context, { id, logLimitBytes }: LiveProcess): void {
  context.live.delete(id);
  context.system.delete(id);
  context.budget.remove(logLimitBytes);
}

function finish(context: Context, live: LiveProcess): void {
  removeLive(context, live);
  letGo(context, live.after);
  context.budget.addEndedBytes(context.rows.keptBytes(live.id));
  live.finish();
  context.pruner.scheduleSoon();
  if (context.endListeners.size === 0) return;
  const process = getSnapshot(context, live.id);
  for (const listener of context.endListeners) listener(process);
}
