/** One goal for each conversation, what happened to its goals, and wake-ups that no goal waits for any more. */
export const GOALS = `
  CREATE TABLE goals (
    conversation TEXT PRIMARY KEY,
    number INTEGER NOT NULL,            -- of the event that set it
    text TEXT NOT NULL,
    state TEXT NOT NULL,                -- lives.ts
    due TEXT NOT NULL,                  -- while it works: hear, judge, park, turn
    reason TEXT NOT NULL,               -- why it is in this state; of one that works: what the judge said last
    since INTEGER NOT NULL,             -- when it came to be in this state
    target TEXT,                        -- JSON: what it waits for, or is about to
    barrier TEXT,                       -- the wake-up that ends that
    look INTEGER NOT NULL DEFAULT 0,    -- something was told that may have been its ring
    bounds TEXT NOT NULL,               -- JSON
    turns INTEGER NOT NULL DEFAULT 0,   -- that it has taken by itself
    begun_at INTEGER NOT NULL,          -- from here on the bounds count
    begun_cost REAL NOT NULL,
    begun_tokens INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE goal_events (
    number INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    event TEXT NOT NULL,                -- goals.ts
    text TEXT NOT NULL,
    client_id TEXT,                     -- of who set it: the same twice is one goal
    position INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX goals_set ON goal_events (conversation, client_id) WHERE client_id IS NOT NULL;
  CREATE INDEX goal_events_placed ON goal_events (conversation, position);
  CREATE INDEX goal_events_changed ON goal_events (conversation, sequence);
  CREATE TABLE void_barriers (          -- to be cancelled
    wakeup TEXT PRIMARY KEY,
    conversation TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
