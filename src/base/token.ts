import { createHash, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from './errors.ts';
import { randomBytes } from './random.ts';

export function tokenPath(home: string): string {
  return join(home, 'token');
}

/** The secret that a program needs to be served over TCP: whoever can read the file has it. Created on first use. */
export function readToken(path: string): string {
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = lstatSync(path);
  const isOwn = stats.isFile() && stats.uid === (process.getuid?.() ?? stats.uid);
  if (!isOwn || (stats.mode & 0o077) !== 0)
    throw unusable(path, 'must be owned by you and readable only by you');
  const token = readFileSync(path, 'utf8').trim();
  if (!/^[\w-]{32,}$/.test(token)) throw unusable(path, 'contains no token');
  return token;
}

/** The token of an `Authorization` header. */
export function bearerOf(header: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

/** Takes the same time for any input: timing does not reveal how much of it was right. */
export function isSameToken(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function unusable(path: string, why: string): RingbackError {
  return new RingbackError('home_unsafe', `${path} ${why}.`, `Remove it; a new one is created: rm ${path}`);
}
