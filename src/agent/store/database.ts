import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RingbackError } from '../../base/errors.ts';
import { type ExclusiveLock, lockExclusively } from '../../base/exclusive-lock.ts';
import { makePrivate } from '../../base/private-file.ts';
import { explainStorage } from '../../base/storage-trouble.ts';
import { prepareSchema } from './schema.ts';

const BUSY_MS = 5_000;

export function databasePath(home: string): string {
  return join(home, 'agent', 'conversations.db');
}

export type AgentDatabase = { readonly database: DatabaseSync; close(): void };

/** Opens `<home>/agent/conversations.db`, for one writer. */
export function openDatabase(home: string): AgentDatabase {
  const folder = join(home, 'agent');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockExclusively(
    join(folder, 'lock.db'),
    () =>
      new RingbackError(
        'home_in_use',
        `Another program has the conversations of ${home} open.`,
        'End it, or use another home with --home.',
      ),
  );
  try {
    const database = open(databasePath(home));
    return { database, close: () => close(database, lock) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function open(path: string): DatabaseSync {
  makePrivate(path);
  // Somebody may look at the file with a program of their own.
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    // A crash is a SIGKILL: what was written survives it without a sync at every commit. See `durably`.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    prepareSchema(database, path);
    return database;
  } catch (error) {
    database.close();
    throw explainStorage(error, `${path} cannot be opened`);
  }
}

function close(database: DatabaseSync, lock: ExclusiveLock): void {
  database.close();
  lock.release();
}
