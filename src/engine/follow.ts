import { joinSignals } from '../base/join-signals.ts';
import { follow as followOutput, type GrowthSource } from '../output/follow.ts';
import { readPieces } from '../output/read.ts';
import { listOutput } from '../output/segments.ts';
import { type Context, getSnapshot, keepOf } from './context.ts';
import { outputOf, printedAtLeast } from './keep-output.ts';
import { growthBehindEnd } from './left-behind-growth.ts';
import { isEnded } from './life.ts';
import type { ProcessSnapshot } from './types.ts';

export type FollowEvent =
  | { readonly type: 'output'; readonly offset: number; readonly bytes: Buffer }
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  /** The command ended and everything before its final offset was given. Following goes on if output is still open. */
  | { readonly type: 'ended'; readonly process: ProcessSnapshot };

export type FollowRequest = {
  /** Default: from now on. */
  readonly from?: number;
  readonly signal?: AbortSignal;
};

/** Everything printed, as it comes; then the end; then what is printed by those left behind, until they end too. */
export async function* follow(
  context: Context,
  id: string,
  request: FollowRequest = {},
): AsyncGenerator<FollowEvent> {
  const stop = joinSignals(context.closing, request.signal);
  try {
    yield* followToEnd(context, id, request, stop.signal);
  } finally {
    stop.leave();
  }
}

async function* followToEnd(
  context: Context,
  id: string,
  request: FollowRequest,
  signal: AbortSignal,
): AsyncGenerator<FollowEvent> {
  let from = request.from ?? end(context, id);
  for await (const piece of followOutput(keepOf(context, id), growthUntilEnd(context, id), {
    from,
    signal,
  })) {
    yield piece;
  }
  if (signal.aborted) return;
  const process = getSnapshot(context, id);
  yield { type: 'ended', process };
  from = Math.max(from, printedAtLeast(process));
  if (process.life.state !== 'exited') return;
  yield* followOutput(keepOf(context, id), growthBehindEnd(context, id), { from, signal });
}

/** Where the log ends now. */
export function end(context: Context, id: string): number {
  return outputOf(context, getSnapshot(context, id)).end;
}

/** `[from, to)` as it is on disk. */
export async function* readRaw(
  context: Context,
  id: string,
  range: { from: number; to: number },
): AsyncGenerator<FollowEvent> {
  yield* readPieces(outputOf(context, getSnapshot(context, id)), range.from, range.to);
}

/** Final where the exit says so: what comes later is not the command's own. */
export function growthUntilEnd(context: Context, id: string): GrowthSource {
  return {
    async waitForMore(offset, signal) {
      for (;;) {
        const live = context.live.get(id);
        if (!live) return { end: finalOffset(context, id), final: true };
        // Without a keeper nobody pushes, but what it had kept is there.
        const kept = live.keeper ? 0 : listOutput(keepOf(context, id)).end;
        if (kept > offset) return { end: kept, final: false };
        const printed = await live.waitForMore(offset, signal);
        if (printed !== undefined) return { end: printed, final: false };
        signal.throwIfAborted();
      }
    },
  };
}

/** Of a lost process all that is there; nobody knows whether there was more. */
function finalOffset(context: Context, id: string): number {
  const process = getSnapshot(context, id);
  if (isEnded(process.life) && process.life.state === 'exited') return process.life.exit.finalOffset;
  return listOutput(keepOf(context, id)).end;
}
