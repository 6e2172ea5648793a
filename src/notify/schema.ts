import type { DatabaseSync } from 'node:sqlite';

/** In the engine's own database, so that a notification is written in the transaction of its cause (promise 11). */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS notifications (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,            -- stable: a repeated delivery carries the same one
    key TEXT NOT NULL UNIQUE,           -- what caused it: makes a second write impossible
    session TEXT NOT NULL,
    process_id TEXT,
    type TEXT NOT NULL,
    payload TEXT NOT NULL,              -- JSON of an event
    state TEXT NOT NULL,
    rule TEXT,                          -- why it was suppressed, or how it was consumed
    is_observed INTEGER NOT NULL DEFAULT 0,  -- a poll of its session showed the end: no inline delivery
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    settled_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS open_notifications ON notifications (session, sequence) WHERE state IN ('pending', 'sent');
  CREATE INDEX IF NOT EXISTS notifications_of_process ON notifications (process_id) WHERE process_id IS NOT NULL;

  CREATE TABLE IF NOT EXISTS watches (
    process_id TEXT PRIMARY KEY,
    patterns TEXT NOT NULL,             -- JSON
    scan TEXT NOT NULL,                 -- JSON: where the scanner goes on
    policy TEXT NOT NULL,               -- JSON: spacing, strikes, counts
    has_matched INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS breakers (
    scope TEXT PRIMARY KEY,             -- 'all', or 'session:<key>'
    state TEXT NOT NULL                 -- JSON
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS owed_answers (
    process_id TEXT PRIMARY KEY,        -- whose end was promised as the answer to a call
    created_at INTEGER NOT NULL,
    cancelled_at INTEGER,
    answered_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS frozen_turns (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    ids TEXT NOT NULL,                  -- JSON: its notifications
    text TEXT NOT NULL                  -- as it was told, to the letter
  ) STRICT;
  CREATE INDEX IF NOT EXISTS frozen_turns_of_session ON frozen_turns (session, sequence);

  CREATE TABLE IF NOT EXISTS closed_sessions (
    session TEXT PRIMARY KEY,
    closed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export function prepareNotifySchema(database: DatabaseSync): void {
  database.exec(SCHEMA);
}
