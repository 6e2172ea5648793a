import type { Config } from '../../base/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { pidsBelow, proportionalBytes, residentBytes } from './process-tree.ts';
import { mostProcesses, type Stop } from './stop.ts';

/**
 * At a gigabyte per second, the fastest that memory can be touched, a script exceeds its limit by 50 MB before it is
 * noticed.
 */
const intervalMs = 50;
/** How long one look may spend on exact figures: the daemon waits for it. */
const exactWithinMs = 200;
/** A script may start or end some processes while it is looked at; one that differs at this many looks keeps forking. */
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

/**
 * Whether a script uses too much memory. If a sum that counts shared pages in each process is too large, the exact
 * figures are read, over several looks if that takes long. They belong together only while no process comes or goes. For
 * processes that keep forking each figure takes a quarter of a second: then the sum has to do.
 */
export class MemoryGuard {
  readonly #limit: number;
  #estimates = 0;
  /** The processes whose exact figures are being read, how many have been, and their sum. */
  #measured = { pids: '', count: 0, bytes: 0 };

  constructor(limit: number) {
    this.#limit = limit;
  }

  isOver(pids: readonly number[], withinMs = exactWithinMs): boolean {
    const sum = pids.reduce((all, pid) => all + residentBytes(pid), 0);
    const exact = sum > this.#limit ? this.#measure(pids, withinMs) : sum;
    if (exact === 'estimate') return ++this.#estimates >= estimatesInARow;
    this.#estimates = 0;
    return exact !== 'unfinished' && exact > this.#limit;
  }

  #measure(pids: readonly number[], withinMs: number): number | 'unfinished' | 'estimate' {
    const measured = this.#measured;
    const isSame = measured.pids === pids.join();
    if (!isSame) Object.assign(measured, { pids: pids.join(), count: 0, bytes: 0 });
    const deadline = performance.now() + withinMs;
    do {
      measured.bytes += proportionalBytes(pids[measured.count++] ?? 0);
      if (measured.count === pids.length) {
        measured.pids = '';
        return measured.bytes || 'estimate';
      }
    } while (performance.now() <= deadline);
    return isSame ? 'unfinished' : 'estimate';
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
