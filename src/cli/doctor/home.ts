import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareHome } from '../../base/home.ts';
import { loadConfig } from '../../base/load-config.ts';
import { type Check, fail, ok, warn } from './check.ts';

const MIB = 1024 * 1024;
const LEAST_SPACE = 64 * MIB;
const GIB = 1024 * MIB;

/** Owner, mode, no link: the daemon checks the same (promise 16). */
export async function checkHome(home: string): Promise<Check> {
  prepareHome(home);
  return ok(`${home} is accessible only to you`);
}

export async function checkConfig(home: string): Promise<Check> {
  await loadConfig(home);
  return ok(
    existsSync(join(home, 'config.json')) ? 'config.json is valid' : 'no config.json; defaults are used',
  );
}

export async function checkDisk(home: string): Promise<Check> {
  const { bavail, bsize, ffree, files } = await statfs(home);
  const free = bavail * bsize;
  const text = `${Math.round(free / MIB)} MiB free`;
  const fix = 'Free some space, or set RINGBACK_HOME to a folder on another disk.';
  if (files > 0 && ffree < 1000) return fail(`only ${ffree} more files can be created`, fix);
  if (free < LEAST_SPACE) return fail(text, fix);
  if (free < GIB) return warn(`${text}; output may be dropped`, fix);
  return ok(`${Math.round(free / GIB)} GiB free`);
}
