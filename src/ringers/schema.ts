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
`;

export function prepareRingerSchema(database: DatabaseSync): void {
  database.exec(SCHEMA);
}
