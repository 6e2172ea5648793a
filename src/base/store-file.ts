import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes by rename, readable only by this user: a concurrent reader gets the old text or the new one. */
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
