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

/** Fast, but pages that forked processes share are counted in each. */
export function residentBytes(pid: number): number {
  return readKilobytes(pid, 'status', /^Rss(?:Anon|Shmem):\s+(\d+)/gm);
}

/** A shared page is divided among its users: the kernel walks all pages. Zero if it may not be read here. */
export function proportionalBytes(pid: number): number {
  return readKilobytes(pid, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+)/gm);
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
