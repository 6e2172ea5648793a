import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from './errors.ts';
import { randomBytes } from './random.ts';

export function tokenPath(home: string): string {
  return join(home, 'token');
}

/** What a program must know to be served over TCP: whoever can read the home. Made on first use. */
export function readToken(home: string): string {
  const path = tokenPath(home);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = lstatSync(path);
  const isOwn = stats.isFile() && stats.uid === (process.getuid?.() ?? stats.uid);
  if (!isOwn || (stats.mode & 0o077) !== 0) {
    throw new RingbackError(
      'home_unsafe',
      `${path} must be a file of yours that nobody else can read.`,
      `Remove it; a new one is made: rm ${path}`,
    );
  }
  const token = readFileSync(path, 'utf8').trim();
  if (!/^[\w-]{32,}$/.test(token)) {
    throw new RingbackError(
      'home_unsafe',
      `${path} holds no token.`,
      `Remove it; a new one is made: rm ${path}`,
    );
  }
  return token;
}
