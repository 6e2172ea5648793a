import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RingbackError } from '../../base/errors.ts';
import { type ExclusiveLock, lockExclusively } from '../../base/exclusive-lock.ts';
import { makePrivate } from '../../base/private-file.ts';
import { explainStorage } from '../../base/storage-trouble.ts';

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    cwd TEXT NOT NULL,
    model TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,        -- when something was said last
    last_position INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    state TEXT NOT NULL,                -- lives.ts
    reason TEXT,                        -- of one that failed
    began_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX turns_of ON turns (conversation, id);
  CREATE UNIQUE INDEX open_turn ON turns (conversation) WHERE state = 'open';
  CREATE TABLE messages (               -- what people and rings say
    sequence INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    client_id TEXT NOT NULL,            -- of who sent it: the same twice is one message
    kind TEXT NOT NULL,                 -- person, ring
    content TEXT NOT NULL,              -- JSON: texts and images
    position INTEGER,                   -- in the conversation; null: not taken into a turn yet
    created_at INTEGER NOT NULL,
    UNIQUE (conversation, client_id)
  ) STRICT;
  CREATE INDEX queued ON messages (conversation, kind) WHERE position IS NULL;
  CREATE INDEX placed ON messages (conversation, position) WHERE position IS NOT NULL;
  CREATE TABLE told (                   -- notifications that a message or a result has shown
    notification TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX unacknowledged ON told (conversation) WHERE acknowledged = 0;
  CREATE TABLE steps (                  -- what the model says
    conversation TEXT NOT NULL,
    position INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    state TEXT NOT NULL,                -- lives.ts
    attempts INTEGER NOT NULL,          -- how often it was asked without an answer
    troubles INTEGER NOT NULL,          -- how often the model said that it cannot answer now
    ask_at INTEGER NOT NULL,            -- not before
    model TEXT NOT NULL,
    content TEXT,                       -- JSON, once said
    finish TEXT,
    usage TEXT,                         -- JSON
    cost REAL,                          -- US dollars; null: not known
    said_at INTEGER,
    PRIMARY KEY (conversation, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent ON steps (said_at, cost) WHERE said_at IS NOT NULL;
  CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    step INTEGER NOT NULL,              -- its position
    place INTEGER NOT NULL,             -- among the calls of the step
    tool TEXT NOT NULL,
    input TEXT NOT NULL,                -- JSON
    state TEXT NOT NULL,                -- lives.ts
    begun_at INTEGER,                   -- for the first time
    output TEXT,
    is_error INTEGER NOT NULL DEFAULT 0,
    images TEXT                         -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX of_step ON calls (conversation, step, place);
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

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
        `Another \`ringback chat\` is open in ${home}.`,
        'Go on there, end it, or use another home with --home.',
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
  const database = new DatabaseSync(path);
  try {
    // A crash is a SIGKILL: what was written survives it without a sync at every commit.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    prepareSchema(database, path);
    return database;
  } catch (error) {
    database.close();
    throw explainStorage(error, `${path} cannot be opened`);
  }
}

function prepareSchema(database: DatabaseSync, path: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION)
    throw new RingbackError(
      'failed',
      `${path} was written by a newer Ringback (schema ${version}, this one knows ${SCHEMA_VERSION}).`,
      'Use the newer Ringback, or another home.',
    );
  database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
}

function close(database: DatabaseSync, lock: ExclusiveLock): void {
  database.close();
  lock.release();
}
