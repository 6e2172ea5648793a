import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import { failpoint } from '../../../base/failpoint.ts';
import { syncFolder } from './durable.ts';
import { isStill, type Target } from './target.ts';

/** The draft takes the place of the file that was loaded, or of none; one that changed since stays as it is. */
export async function putInPlace(draft: string, path: string, target: Target | undefined): Promise<void> {
  if (!(await isStill(path, target))) throw changed(path);
  if (target) await rename(draft, path);
  else await linkNew(draft, path);
  failpoint('edit:after-rename');
  await syncFolder(dirname(path));
}

/** Unlike a rename, it never replaces what somebody else has made in the meantime. */
async function linkNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw changed(path);
    // A file system without hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    return rename(draft, path);
  }
  failpoint('edit:after-link');
  await rm(draft);
}

export function changed(path: string): RingbackError {
  return new RingbackError(
    'bad_request',
    `${path} has changed since you last read it, and nothing was done.`,
    'Read it again.',
  );
}
