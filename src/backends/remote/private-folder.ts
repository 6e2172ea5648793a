import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import { shortHash } from '../../base/short-hash.ts';

/** A socket's address holds 108 bytes, and programs put names of their own behind the folder. */
const LONGEST = 60;

/** Where an environment keeps what only this user may see: in the home, or where that is too deep for a socket, elsewhere. */
export function socketFolder(home: string, name: string): string {
  const inHome = join(home, 'environments', name);
  const path = inHome.length <= LONGEST ? inHome : join(runtimeFolder(), `ringback-${shortHash(inHome, 12)}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stats = lstatSync(path);
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
  if (!isOurs)
    throw new RingbackError(
      'home_unsafe',
      `${path} is not a folder of yours alone.`,
      `Remove it: rm -r ${path}`,
    );
  return path;
}

/** What stands for a home wherever it leaves something: made once, and the same for ever. */
export function ownerOf(home: string): string {
  const folder = join(home, 'environments');
  const file = join(folder, 'owner');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(8).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

function runtimeFolder(): string {
  const { XDG_RUNTIME_DIR = '' } = process.env;
  return XDG_RUNTIME_DIR.startsWith('/') && XDG_RUNTIME_DIR.length < 40 ? XDG_RUNTIME_DIR : tmpdir();
}
