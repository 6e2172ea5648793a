import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RingbackError } from '../base/errors.ts';
import { makePrivate } from '../base/private-file.ts';
import { explainStorage, isBusy, isCorrupt } from '../base/storage-trouble.ts';

/** Held until released or until its holder dies, whichever way (promise 4). */
export type HomeLock = { release(): void };

/**
 * One engine per home (trap 14). The lock is an open exclusive transaction on a file of its own that stays empty,
 * so that a corrupt engine.db can be exchanged while it is held.
 */
export function lockHome(home: string): HomeLock {
  const path = join(home, 'lock.db');
  try {
    return takeLock(path);
  } catch (error) {
    if (isBusy(error)) {
      throw new RingbackError(
        'home_in_use',
        `Another Ringback already serves ${home}.`,
        'Connect to it, end it with `ringback daemon stop`, or name another home with --home.',
      );
    }
    // Somebody wrote into it. A holder would have answered "busy", so nobody holds it.
    if (!isCorrupt(error)) throw explainStorage(error, `${path} cannot be opened`);
    truncateSync(path);
    return takeLock(path);
  }
}

function takeLock(path: string): HomeLock {
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
