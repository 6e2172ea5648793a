import { chmodSync, closeSync, openSync } from 'node:fs';

/** Makes the file if it is missing, for nobody else to read: SQLite gives its own files beside it the same mode. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
