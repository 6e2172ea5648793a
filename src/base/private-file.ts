import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Makes the file if it is missing, for nobody else to read: SQLite gives its own files beside it the same mode. Where that
 * cannot be done (a folder, a link that leads nowhere) whoever opens it next says what is wrong.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch {}
}
