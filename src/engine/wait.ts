import { RingbackError } from '../base/errors.ts';
import { joinSignals } from '../base/join-signals.ts';
import { type Context, getSnapshot } from './context.ts';
import { isEnded } from './life.ts';
import { preview } from './preview.ts';
import type { ProcessSnapshot } from './types.ts';

export type WaitResult =
  | { readonly status: 'ended'; readonly process: ProcessSnapshot; readonly output: string }
  | {
      readonly status: 'timeout';
      readonly process: ProcessSnapshot;
      readonly output: string;
      readonly waitedSeconds: number;
    };

export type WaitOptions = {
  /** Absent: as long as it takes. */
  readonly timeoutMs?: number;
  /** Ends the waiting, not the process. */
  readonly signal?: AbortSignal;
};

/** Waits for the end of the command; what it left behind may live on. */
export async function wait(context: Context, id: string, options: WaitOptions = {}): Promise<WaitResult> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  await endOrTimeout(context, id, options);
  options.signal?.throwIfAborted();
  const process = getSnapshot(context, id);
  const { waitOutputCharacters, waitTimeoutCharacters } = context.config;
  if (isEnded(process.life)) {
    return { status: 'ended', process, output: preview(context, id, waitOutputCharacters) };
  }
  if (context.closing.aborted) throw new RingbackError('gone', 'The engine was closed while waiting.');
  const waitedSeconds = (performance.now() - began) / 1000;
  return { status: 'timeout', process, output: preview(context, id, waitTimeoutCharacters), waitedSeconds };
}

async function endOrTimeout(context: Context, id: string, { timeoutMs, signal }: WaitOptions): Promise<void> {
  const live = context.live.get(id);
  if (!live) return;
  const timeUp = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => timeUp.abort(), timeoutMs);
  const stop = joinSignals(context.closing, signal, timeUp.signal);
  try {
    await live.waitForEnd(stop.signal);
  } finally {
    stop.leave();
    clearTimeout(timer);
  }
}
