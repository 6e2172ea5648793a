import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from '../base/private-file.ts';

/**
 * Whoever holds it may start a daemon: a hundred commands at once should not start a hundred of which one can stay.
 * It falls with its holder, like the engine's own lock. Null where somebody else has it.
 */
export function tryStartLock(home: string): { release(): void } | null {
  const path = join(home, 'start.db');
  makePrivate(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    // Anything else (a damaged file) is no reason not to start: in the end the engine's lock decides.
    return isBusy(error) ? null : { release() {} };
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}
