import type { Config } from '../../base/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { memoryOf, pidsBelow } from './process-tree.ts';
import { mostProcesses, type Stop } from './stop.ts';

/**
 * At a gigabyte per second, the fastest that memory can be touched, a script exceeds its limit by 50 MB before it is
 * noticed.
 */
const intervalMs = 50;
/** On a busy machine a single measurement may be inexact; this many in a row are reliable. */
const estimatesInARow = 4;

type Guarded = {
  readonly engine: Engine;
  readonly id: string;
  readonly keeperPid: number | null;
  readonly seconds: number;
  readonly config: Config;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Called at most once. */
  stop(stop: Stop): void;
};

/** Watches a running script until it is stopped. */
export function guard({ stop, ...script }: Guarded): () => void {
  const leave = () => {
    clearInterval(check);
    clearTimeout(time);
    script.signal.removeEventListener('abort', gone);
  };
  const stopOnce = (reason: Stop) => {
    leave();
    stop(reason);
  };
  const gone = () => stopOnce({ why: 'caller_gone' });
  const memory = new MemoryGuard(script.config.codeMemoryBytes);
  const check = setInterval(() => {
    const why = overLimit(script, memory);
    if (why) stopOnce({ why });
  }, intervalMs);
  const time = setTimeout(
    () => stopOnce({ why: 'timed_out', seconds: script.seconds }),
    script.seconds * 1000,
  );
  script.signal.addEventListener('abort', gone, { once: true });
  if (script.signal.aborted) gone();
  return leave;
}

/** Whether a script uses too much memory, by one exact measurement or several estimates. */
export class MemoryGuard {
  readonly #limit: number;
  #estimates = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  isOver(pids: readonly number[], withinMs?: number): boolean {
    const { bytes, isExact } = memoryOf(pids, this.#limit, withinMs);
    const exceedsLimit = bytes > this.#limit;
    this.#estimates = exceedsLimit && !isExact ? this.#estimates + 1 : 0;
    return exceedsLimit && (isExact || this.#estimates >= estimatesInARow);
  }
}

function overLimit({ engine, id, keeperPid, config }: Omit<Guarded, 'stop'>, memory: MemoryGuard) {
  if (printed(engine, id) > config.codeOutputBytes) return 'output_limit';
  if (keeperPid === null) return undefined;
  const pids = pidsBelow(keeperPid, mostProcesses);
  if (pids.length > mostProcesses) return 'process_limit';
  if (!memory.isOver(pids)) return undefined;
  // A fork bomb may be noticed by its memory first, if that could not be measured exactly: it shares its pages.
  return pidsBelow(keeperPid, mostProcesses).length > mostProcesses ? 'process_limit' : 'memory_limit';
}

/** Undefined if the engine is being closed. */
function printed(engine: Engine, id: string): number {
  try {
    return engine.end(id);
  } catch {
    return 0;
  }
}
