import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Creates the file if it is missing, readable only by this user: SQLite gives its files beside it the same mode. If
 * that fails (a folder, a dangling link), opening it next says what is wrong.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch {}
}
