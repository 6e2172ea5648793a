import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import { hashOf, stampOf } from '../fingerprint.ts';

/** A file that is to be edited. */
export type Target = {
  readonly bytes: Buffer;
  readonly hash: string;
  readonly stamp: string;
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly links: number;
};

const MOST_BYTES = 8 * 1024 * 1024;

/** Links are followed: what they lead to is edited. One that leads nowhere is refused. */
export async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (await lstat(path).catch(() => undefined))
      throw new RingbackError('bad_request', `${path} is a link to something that does not exist.`);
    return join(await realPlace(dirname(path)), basename(path));
  }
}

/** Undefined if there is none yet. */
export async function loadTarget(path: string): Promise<Target | undefined> {
  const kind = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!kind) return undefined;
  if (!kind.isFile()) throw new RingbackError('bad_request', `${path} is not a file.`);
  if (kind.size > MOST_BYTES)
    throw new RingbackError(
      'bad_request',
      `${path} has ${kind.size} bytes; at most ${MOST_BYTES} can be edited.`,
      'Use sed or a script in a terminal.',
    );
  // For writing, too: replacing a file needs only permission for its folder.
  const file = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const stats = await file.stat({ bigint: true });
    const bytes = await file.readFile();
    return {
      bytes,
      hash: hashOf(bytes),
      stamp: stampOf(stats),
      mode: Number(stats.mode) & 0o7777,
      owner: { uid: Number(stats.uid), gid: Number(stats.gid) },
      links: Number(stats.nlink),
    };
  } finally {
    await file.close();
  }
}

/** Whether it is still what was loaded. */
export async function isStill(path: string, target: Target | undefined): Promise<boolean> {
  const now = await stat(path, { bigint: true }).catch(() => undefined);
  return target === undefined ? now === undefined : now !== undefined && stampOf(now) === target.stamp;
}
