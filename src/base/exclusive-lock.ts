import { existsSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from './private-file.ts';
import { explainStorage, isBusy, isCorrupt } from './storage-trouble.ts';

/** Held until released or until its holder dies, whichever way. */
export type ExclusiveLock = { release(): void };

/**
 * An open exclusive transaction on a file of its own that stays empty, so that the database that it guards can be exchanged
 * while it is held. `whenHeld`: what is thrown where somebody else has it.
 */
export function lockExclusively(path: string, whenHeld: () => Error): ExclusiveLock {
  try {
    return takeLock(path);
  } catch (error) {
    if (isBusy(error)) throw whenHeld();
    // Somebody wrote into it. A holder would have answered "busy", so nobody holds it.
    if (!isCorrupt(error)) throw explainStorage(error, `${path} cannot be opened`);
    truncateSync(path);
    return takeLock(path);
  }
}

/** Whether somebody has it now. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    takeLock(path).release();
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

function takeLock(path: string): ExclusiveLock {
  makePrivate(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}
