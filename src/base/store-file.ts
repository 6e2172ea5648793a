import { renameSync, writeFileSync } from 'node:fs';

/** By rename, and for this user alone to read: whoever reads it meanwhile has the old text or the new one. */
export function storeFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
