import type { DatabaseSync } from 'node:sqlite';

/** Beside the ledger, in the engine's database. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS ringers (
    session TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    settings TEXT NOT NULL,             -- JSON, as the ringer's schema let it through
    origin TEXT NOT NULL,               -- 'user', or 'agent' where a call brought it along
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS rings (
    id TEXT PRIMARY KEY,                -- the same for every try
    session TEXT NOT NULL,
    notifications TEXT NOT NULL,        -- JSON: ids, types and texts, in order
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    reason TEXT NOT NULL,               -- of the last failure
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS rings_of_session ON rings (session);
`;

export function prepareRingerSchema(database: DatabaseSync): void {
  database.exec(SCHEMA);
}
