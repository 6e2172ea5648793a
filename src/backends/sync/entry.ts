import { posix } from 'node:path';

/** Something in a folder, by its path below it, with `/` and no `./` before it. */
export type Entry = {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Permissions. */
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Where a link leads, as it is written in it. */
  readonly target?: string;
};

/** Whether a path from elsewhere stays below a folder, and out of what git runs programs from. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.includes('\0') || path.includes('\uFFFD') || path.startsWith('/')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGit(part));
}

/** Whether a link stays below the folder that it is in. */
export function isSafeLink(path: string, target: string): boolean {
  if (target === '' || target.includes('\0') || target.startsWith('/')) return false;
  const leadsTo = posix.join(posix.dirname(path), target);
  return leadsTo !== '..' && !leadsTo.startsWith('../') && !leadsTo.split('/').some(isGit);
}

function isGit(part: string): boolean {
  return part.toLowerCase() === '.git';
}
