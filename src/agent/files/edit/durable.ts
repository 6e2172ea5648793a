import { open } from 'node:fs/promises';

/** Writes a file of its own that is on disk afterwards. `owner`: if that is allowed. */
export async function writeDurably(
  path: string,
  bytes: Buffer,
  mode: number,
  owner?: { readonly uid: number; readonly gid: number },
): Promise<void> {
  // Nobody else may read it before it has its mode.
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    if (owner) await file.chown(owner.uid, owner.gid).catch(unlessForbidden);
    // After the owner, whose change takes special bits away.
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What was made or renamed in a folder is on disk afterwards, where the file system can promise it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

function unlessForbidden(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}
