import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../base/remove-folder.ts';
import { shortHash } from '../../base/short-hash.ts';
import { storeFile } from '../../base/store-file.ts';

/** The file that names the home a folder belongs to. */
const OWNER = 'home';
/** tmpfs and ramfs. */
const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

/**
 * A folder for what must not reach the disk: in memory if the system has such a place that is ours alone, else inside
 * the home. One per home.
 */
export function preparePrivateFolder(home: string): string {
  const name = shortHash(home, 16);
  const user = process.getuid?.() ?? 0;
  const places = [
    () => [`/run/user/${user}`, `/run/user/${user}/ringback`],
    () => [`/dev/shm/ringback-${user}`],
    // Someone else may have taken that name; a name that nobody can guess is in memory too.
    () => [`/dev/shm/ringback-${user}-${secretName(home)}`],
  ];
  for (const place of places) {
    const folder = tryPlace(place(), name, user);
    if (!folder) continue;
    // Whole from the first moment: a daemon of another home that is just starting would take it for an orphan.
    storeFile(join(folder, OWNER), home);
    return folder;
  }
  const folder = join(home, 'run');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function secretName(home: string): string {
  const file = join(home, 'memory-folder');
  try {
    writeFileSync(file, randomBytes(8).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch {
    // It is known already.
  }
  return readFileSync(file, 'utf8').trim();
}

/** Removes the folders of homes that no longer exist. */
export function removeOrphans(folder: string): void {
  if (!existsSync(join(folder, OWNER))) return;
  for (const name of readdirSync(dirname(folder))) {
    const sibling = join(dirname(folder), name);
    if (isOrphan(sibling)) removeFolder(sibling);
  }
}

function isOrphan(folder: string): boolean {
  try {
    const home = readFileSync(join(folder, OWNER), 'utf8');
    return home !== '' && !existsSync(home);
  } catch {
    // It may be just being created.
    return false;
  }
}

/**
 * Every folder on the way must be ours, closed to others and not a link: anyone may have created it in /dev/shm before.
 */
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
