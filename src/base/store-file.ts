import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** By rename, and for this user alone to read: whoever reads it meanwhile has the old text or the new one. */
export function storeFile(path: string, text: string): void {
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
