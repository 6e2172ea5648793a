import { isSafeLink, isSafePath } from './entry.ts';
import type { TarEntry } from './tar-reader.ts';

/** What lies where a result would be put. */
export type Occupant = { readonly kind: 'folder' | 'other'; readonly mtimeMs: number } | undefined;

export type Rules = { readonly sentAt: number; readonly overwrite: boolean };

/** Why a result may not be put there; undefined: it may. */
export function whyNotReplace(occupant: Occupant, { sentAt, overwrite }: Rules): string | undefined {
  if (!occupant) return undefined;
  if (occupant.kind === 'folder') return 'a folder of that name is here';
  return occupant.mtimeMs > sentAt && !overwrite ? 'it was changed here meanwhile' : undefined;
}

/** Why something that came is not taken; undefined: it is. Only what was asked for is, and nothing that leads elsewhere. */
export function whyNotTake(
  { path, kind, target }: Pick<TarEntry, 'path' | 'kind' | 'target'>,
  asked: ReadonlySet<string>,
): string | undefined {
  if (!isSafePath(path)) return 'its path is not allowed';
  if (!asked.has(path)) return 'it was not asked for';
  if (kind === 'link' && !isSafeLink(path, target)) return 'it is a link that leads out of the folder';
  if (kind === 'folder' || kind === 'other') return 'it is not a file';
  return undefined;
}
