import { readdirSync, readFileSync } from 'node:fs';

/**
 * All processes below the keeper. It is the subreaper of everything the script starts, so nothing can leave this tree;
 * a cgroup would say the same, but is not available everywhere. Stops after `enough` processes.
 */
export function pidsBelow(keeper: number, enough = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  const toVisit = [keeper];
  for (let pid = toVisit.pop(); pid !== undefined; pid = toVisit.pop()) {
    const children = childrenOf(pid);
    found.push(...children);
    toVisit.push(...children);
    if (found.length > enough) break;
  }
  return found;
}

/** How long exact measurements may take in total. */
const exactWithinMs = 200;

export type Memory = {
  readonly bytes: number /** If false, shared pages are counted in each process. */;
  readonly isExact: boolean;
};

/**
 * The memory that the processes use together. Pages shared by forked processes are first counted in each; only if that
 * sum is too large are the exact numbers read, which makes the kernel walk all pages. For a process that keeps forking
 * that takes a quarter of a second each: then the sum has to do.
 */
export function memoryOf(pids: readonly number[], limit: number, withinMs = exactWithinMs): Memory {
  const sum = pids.reduce(
    (all, pid) => all + readKilobytes(pid, 'status', /^Rss(?:Anon|Shmem):\s+(\d+)/gm),
    0,
  );
  if (sum <= limit) return { bytes: sum, isExact: false };
  const deadline = performance.now() + withinMs;
  let exact = 0;
  for (const pid of pids) {
    exact += readKilobytes(pid, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+)/gm);
    if (performance.now() > deadline) return { bytes: sum, isExact: false };
  }
  // None at all: they may not be read here.
  return exact > 0 ? { bytes: exact, isExact: true } : { bytes: sum, isExact: false };
}

function readKilobytes(pid: number, file: string, figures: RegExp): number {
  let kilobytes = 0;
  for (const [, figure] of read(`/proc/${pid}/${file}`).matchAll(figures)) kilobytes += Number(figure);
  return kilobytes * 1024;
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    Array.from(read(`/proc/${pid}/task/${thread}/children`).matchAll(/\d+/g), ([child]) => Number(child)),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty if it has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
