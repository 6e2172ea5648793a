import type { Config } from '../../base/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { memoryOf, pidsBelow } from './process-tree.ts';
import { mostProcesses, type Stop } from './stop.ts';

/** At a gigabyte per second, the fastest that memory can be touched, a script is 50 MB over its limit when it is seen. */
const lookEveryMs = 50;
/** On a busy machine any look may take too long to be exact; so many in a row are no accident. */
const guessesInARow = 4;

export type Guarded = {
  readonly engine: Engine;
  readonly id: string;
  readonly keeperPid: number | null;
  readonly seconds: number;
  readonly config: Config;
  /** Of the caller. */
  readonly signal: AbortSignal;
  /** Called at most once. */
  stop(stop: Stop): void;
};

/** Looks after a running script until it is told to leave. */
export function guard({ stop, ...script }: Guarded): () => void {
  const leave = () => {
    clearInterval(look);
    clearTimeout(time);
    script.signal.removeEventListener('abort', gone);
  };
  const stopOnce = (reason: Stop) => {
    leave();
    stop(reason);
  };
  const gone = () => stopOnce({ why: 'caller_gone' });
  const memory = new MemoryGuard(script.config.codeMemoryBytes);
  const look = setInterval(() => {
    const why = overLimit(script, memory);
    if (why) stopOnce({ why });
  }, lookEveryMs);
  const time = setTimeout(
    () => stopOnce({ why: 'timed_out', seconds: script.seconds }),
    script.seconds * 1000,
  );
  script.signal.addEventListener('abort', gone, { once: true });
  if (script.signal.aborted) gone();
  return leave;
}

/** Whether a script has too much memory, by one exact look or by several guesses. */
export class MemoryGuard {
  readonly #limit: number;
  #guesses = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  isOver(pids: readonly number[], withinMs?: number): boolean {
    const { bytes, isExact } = memoryOf(pids, this.#limit, withinMs);
    const isTooMuch = bytes > this.#limit;
    this.#guesses = isTooMuch && !isExact ? this.#guesses + 1 : 0;
    return isTooMuch && (isExact || this.#guesses >= guessesInARow);
  }
}

function overLimit({ engine, id, keeperPid, config }: Omit<Guarded, 'stop'>, memory: MemoryGuard) {
  if (printed(engine, id) > config.codeOutputBytes) return 'output_limit';
  if (keeperPid === null) return undefined;
  const pids = pidsBelow(keeperPid, mostProcesses);
  if (pids.length > mostProcesses) return 'process_limit';
  if (!memory.isOver(pids)) return undefined;
  // What forks without end is seen by its memory first, where that could not be counted exactly: it shares its pages.
  return pidsBelow(keeperPid, mostProcesses).length > mostProcesses ? 'process_limit' : 'memory_limit';
}

/** Of an engine that is being closed there is nothing to know. */
function printed(engine: Engine, id: string): number {
  try {
    return engine.end(id);
  } catch {
    return 0;
  }
}
