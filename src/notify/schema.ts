import type { Store } from '../engine/extension.ts';

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

  CREATE TABLE IF NOT EXISTS deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,            -- the same for every try
    session TEXT NOT NULL,
    way TEXT NOT NULL,                  -- inline, autonomous, ring, task, busy
    taker TEXT NOT NULL DEFAULT '',     -- who said that the session is busy
    repeats TEXT NOT NULL,              -- 'same': to the letter; 'anew'
    notifications TEXT NOT NULL,        -- JSON: ids, types and texts, in order
    text TEXT NOT NULL,                 -- as it was told, to the letter
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,           -- when it is tried again, or its lease is over
    reason TEXT NOT NULL,               -- of the last failure
    created_at INTEGER NOT NULL,
    settled_at INTEGER                  -- of a task, which stays to be asked for again
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_of_session ON deliveries (session, sequence);

  CREATE TABLE IF NOT EXISTS settled_prompts (
    process_id TEXT PRIMARY KEY,
    prompt_id TEXT NOT NULL             -- the last one that a person answered or declined
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS closed_sessions (
    session TEXT PRIMARY KEY,
    closed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** What homes from before deliveries have: their rows become deliveries. */
const earlier: Readonly<Record<string, string>> = {
  frozen_turns: `
    INSERT INTO deliveries (id, session, way, repeats, notifications, text, state, attempts, next_at, reason, created_at)
    SELECT 'turn_' || sequence, session, 'inline', 'same',
      (SELECT json_group_array(json_object('id', value, 'type', '', 'text', '')) FROM json_each(ids)),
      text, 'offered', 0, 0, '', 0 FROM frozen_turns ORDER BY sequence;`,
  owed_answers: `
    INSERT INTO deliveries (id, session, way, repeats, notifications, text, state, attempts, next_at, reason, created_at, settled_at)
    SELECT process_id, coalesce((SELECT session FROM processes WHERE id = process_id), ''), 'task', 'same', '[]', '',
      iif(cancelled_at IS NOT NULL, 'closed', iif(answered_at IS NOT NULL, 'delivered', 'offered')), 0, created_at, '',
      created_at, coalesce(cancelled_at, answered_at) FROM owed_answers;`,
  rings: `
    INSERT INTO deliveries (id, session, way, repeats, notifications, text, state, attempts, next_at, reason, created_at)
    SELECT id, session, 'ring', 'same', notifications, text, iif(state = 'ringing', 'offered', state), attempts, next_at,
      reason, created_at FROM rings ORDER BY created_at, id;`,
};

export function prepareNotifySchema({ database, transaction }: Store): void {
  database.exec(SCHEMA);
  if (!database.prepare("SELECT 1 FROM pragma_table_info('deliveries') WHERE name = 'taker'").get())
    database.exec("ALTER TABLE deliveries ADD COLUMN taker TEXT NOT NULL DEFAULT ''");
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const [name, copy] of Object.entries(earlier)) {
    if (isThere.get(name)) transaction(() => database.exec(`${copy} DROP TABLE ${name};`));
  }
}
