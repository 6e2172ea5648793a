import { mkdirSync, mkdtempSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../src/base/remove-folder.ts';
import { median } from './statistics.ts';

export type Place = {
  readonly folder: string;
  readonly fileSystem: string;
  /** Median time to create and rename a small file there. */
  readonly fileCreationUs: number;
};

const realDisks: ReadonlyMap<number, string> = new Map([
  [0xef53, 'ext'],
  [0x5846_5342, 'xfs'],
  [0x9123_683e, 'btrfs'],
]);

/**
 * Where the home is to be: the real disk folder in which files are created fastest, or `RINGBACK_BENCH_DIR`. It matters:
 * without a journal, ext4 looks at every inode that was deleted nearby in the last minutes before it takes one.
 */
export function choosePlace(repository: string): Place {
  const given = process.env.RINGBACK_BENCH_DIR;
  const cache = join(homedir(), '.cache');
  const candidates = given ? [given] : [dirname(repository), tmpdir(), '/var/tmp', cache];
  const places = candidates.flatMap((folder) => look(folder) ?? []);
  const [fastest] = places.toSorted((a, b) => a.fileCreationUs - b.fileCreationUs);
  if (fastest) return fastest;
  throw new Error(
    `no real disk (ext4, xfs, btrfs) at ${candidates.join(', ')}; name one: RINGBACK_BENCH_DIR`,
  );
}

function look(folder: string): Place | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    const fileSystem = realDisks.get(statfsSync(folder).type);
    return fileSystem ? { folder, fileSystem, fileCreationUs: timeCreation(folder) } : undefined;
  } catch {
    return undefined;
  }
}

function timeCreation(folder: string): number {
  const probe = mkdtempSync(join(folder, 'ringback-bench-probe-'));
  const times = Array.from({ length: 40 }, (_, i) => {
    const before = performance.now();
    writeFileSync(join(probe, `${i}.new`), 'x');
    renameSync(join(probe, `${i}.new`), join(probe, `${i}`));
    return (performance.now() - before) * 1000;
  });
  removeFolder(probe);
  return median(times);
}
