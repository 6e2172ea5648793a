import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RingbackError } from '../base/errors.ts';
import { makePrivate } from '../base/private-file.ts';
import { explainStorage, isCorrupt } from '../base/storage-trouble.ts';
import { missingColumns } from './start-fields.ts';

const SCHEMA_VERSION = 2;

const SCHEMA = `
  CREATE TABLE processes (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    request_id TEXT,                    -- the id the client asked for, where it could not be given
    state TEXT NOT NULL,                -- a life's state: queued, running, exited, lost, skipped
    detached INTEGER NOT NULL DEFAULT 0,
    note TEXT,
    pty_note TEXT,
    pid INTEGER,
    keeper_pid INTEGER,
    ended_at INTEGER,
    exit TEXT,                          -- JSON of an Exit; of a lost or skipped one, who killed it
    kept_bytes INTEGER NOT NULL DEFAULT 0,
    ${missingColumns([]).join(', ')}
  ) STRICT;
  CREATE UNIQUE INDEX by_request ON processes (request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX unfinished ON processes (state) WHERE state IN ('queued', 'running');
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Opens `<home>/engine.db`. A corrupt one is set aside: the keeps know everything that matters. Needs the home's lock. */
export function openDatabase(home: string, now = Date.now()): DatabaseSync {
  const path = join(home, 'engine.db');
  try {
    return openChecked(path);
  } catch (error) {
    if (!isCorrupt(error)) throw explainStorage(error, `${path} cannot be opened`);
    setAside(path, now);
    return openChecked(path);
  }
}

function openChecked(path: string): DatabaseSync {
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // A crash is a SIGKILL: what was written survives it without a sync at every commit.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    checkWhole(database, path);
    prepareSchema(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkWhole(database: DatabaseSync, path: string): void {
  const [first] = database.prepare('PRAGMA quick_check(1)').all();
  if (first?.quick_check === 'ok') return;
  throw corrupt(`${path} is damaged: ${first?.quick_check}`);
}

/** As SQLite itself would say it. */
function corrupt(message: string): Error {
  return Object.assign(new Error(message), { errcode: 11 });
}

function prepareSchema(database: DatabaseSync, path: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > 0 && version <= SCHEMA_VERSION) {
    addColumns(database);
    return;
  }
  if (version > SCHEMA_VERSION) {
    throw new RingbackError(
      'failed',
      `${path} was written by a newer Ringback (schema ${version}, this one knows ${SCHEMA_VERSION}).`,
      'Use the newer Ringback, or another home.',
    );
  }
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get())
    throw corrupt(`${path} was not made by Ringback`);
  database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
}

/** What is remembered of a start grows; a table from before is missing the latest. */
function addColumns(database: DatabaseSync): void {
  const present = database.prepare('PRAGMA table_info(processes)').all();
  const missing = missingColumns(present.map(({ name }) => String(name)));
  const add = missing.map((column) => `ALTER TABLE processes ADD COLUMN ${column};`).join(' ');
  if (add !== '') database.exec(`BEGIN; ${add} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}

/** Kept for whoever wants to look at it; the log and index files of SQLite go with it. */
function setAside(path: string, now: number): void {
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(path + suffix, `${path}.corrupt-${now}${suffix}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
