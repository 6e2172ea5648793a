import type { DatabaseSync } from 'node:sqlite';

/** In the engine's own database, so that a ring is written in the transaction of its cause (promise 11). */
export function prepareWakeSchema(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS wakeups (
      id TEXT PRIMARY KEY,
      session TEXT NOT NULL,
      kind TEXT NOT NULL,                 -- after, at, every, when
      spec TEXT NOT NULL,                 -- JSON: a Schedule, or the mode of a barrier
      counts_elapsed INTEGER NOT NULL,    -- due_at moves with the clock when that is set
      note TEXT NOT NULL,
      state TEXT NOT NULL,                -- pending, fired, cancelled
      due_at INTEGER,                     -- null: no time decides
      created_at INTEGER NOT NULL,
      rung_at INTEGER,
      rings INTEGER NOT NULL DEFAULT 0,
      settled_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS due_wakeups ON wakeups (due_at) WHERE state = 'pending' AND due_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS pending_wakeups ON wakeups (session) WHERE state = 'pending';
    CREATE INDEX IF NOT EXISTS settled_wakeups ON wakeups (settled_at) WHERE settled_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS wakeup_parts (
      wakeup TEXT NOT NULL,
      position INTEGER NOT NULL,
      what TEXT NOT NULL,                 -- process, wakeup, event
      name TEXT NOT NULL,                 -- full id, or the name of an event
      moment TEXT NOT NULL,               -- of a process: ended, ready, matched
      command TEXT,                       -- of a process, redacted
      outcome TEXT,                       -- JSON; null: it is waited for
      PRIMARY KEY (wakeup, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS open_parts ON wakeup_parts (name) WHERE outcome IS NULL;

    CREATE TABLE IF NOT EXISTS wake_clock (
      boot_id TEXT NOT NULL,
      offset INTEGER NOT NULL             -- what the clock showed when the machine booted: differs once it is set
    ) STRICT;
  `);
}
