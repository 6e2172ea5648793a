import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

/**
 * A folder for what must not reach the disk: in memory where the system has such a place that is ours alone, else inside
 * the home. One for each home.
 */
export function preparePrivateFolder(home: string): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const user = process.getuid?.() ?? 0;
  const places: string[][] = [
    [`/run/user/${user}`, `/run/user/${user}/ringback`],
    [`/dev/shm/ringback-${user}`],
  ];
  for (const place of places) {
    const folder = tryPlace(place, name, user);
    if (folder) return folder;
  }
  const folder = join(home, 'run');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Each step must be ours, closed to others and no link: anybody may have made it in /dev/shm before us. */
function tryPlace(steps: readonly string[], name: string, user: number): string | undefined {
  try {
    const [first = ''] = steps;
    const folder = join(steps.at(-1) ?? first, name);
    if (first.startsWith('/run/')) lstatSync(first);
    for (const step of [...steps, folder]) {
      makeIfMissing(step);
      const stats = lstatSync(step);
      if (!stats.isDirectory() || stats.uid !== user || (stats.mode & 0o077) !== 0) return undefined;
    }
    return memoryFileSystems.has(statfsSync(folder).type) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function makeIfMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
