import { randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdir, open, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Occupant, type Rules, whyNotReplace } from './may-take.ts';
import type { TarEntry } from './tar-reader.ts';

/** What lies at a path, and whether the way there is made of folders alone: through a link nothing is ever written. */
export async function occupantOf(root: string, path: string): Promise<Occupant | 'no way'> {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const stats = await lstat(join(root, ...parts.slice(0, depth))).catch(() => undefined);
    if (!stats) return undefined;
    if (depth === parts.length)
      return { kind: stats.isDirectory() ? 'folder' : 'other', mtimeMs: stats.mtimeMs };
    if (!stats.isDirectory()) return 'no way';
  }
  return undefined;
}

export async function whyNotPut(root: string, path: string, rules: Rules): Promise<string | undefined> {
  const occupant = await occupantOf(root, path);
  return occupant === 'no way' ? 'a link or a file is in its way here' : whyNotReplace(occupant, rules);
}

/** Whole or not at all: what was there before is there until then. */
export async function putResult(root: string, entry: TarEntry, rules: Rules): Promise<string | undefined> {
  const why = await whyNotPut(root, entry.path, rules);
  if (why) return why;
  const path = join(root, entry.path);
  await mkdir(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.ringback-${randomBytes(8).toString('hex')}`);
  try {
    if (entry.kind === 'link') await symlink(entry.target, fresh);
    else if (entry.kind === 'hardlink') await copyFile(join(root, entry.target), fresh);
    else await writeFresh(fresh, entry);
    // It took a while to come.
    const whyNow = await whyNotPut(root, entry.path, rules);
    if (whyNow) return whyNow;
    await rename(fresh, path);
    return undefined;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function writeFresh(path: string, { body, mode, mtimeMs }: TarEntry): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.writeFile(chunk);
    // As if it had been made here.
    await file.chmod((mode & ~process.umask()) | 0o600);
  } finally {
    await file.close();
  }
  // A clock there that is fast would make it newer than whatever is sent next.
  const changed = Math.min(mtimeMs, Date.now()) / 1000;
  await utimes(path, changed, changed);
}
