import type { DatabaseSync } from 'node:sqlite';

/** In the engine's own database: an outcome is written in the transaction of the end that it is the outcome of. */
export function prepareDelegationSchema(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS delegations (
      id TEXT PRIMARY KEY,
      session TEXT NOT NULL,              -- who is told
      goal TEXT NOT NULL,
      context TEXT,
      role TEXT NOT NULL,
      toolsets TEXT,                      -- JSON; null: all
      model TEXT NOT NULL,                -- ?: the agent's own
      is_batch INTEGER NOT NULL,
      parent TEXT,                        -- the delegate that sent it, by its name
      depth INTEGER NOT NULL,
      max_runtime INTEGER,                -- seconds
      state TEXT NOT NULL,                -- running, ended
      status TEXT,
      dispatched_at INTEGER NOT NULL,
      completed_at INTEGER,
      notification TEXT                   -- the id of the one that tells it
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS running_delegations ON delegations (session) WHERE state = 'running';
    CREATE INDEX IF NOT EXISTS ended_delegations ON delegations (completed_at) WHERE state = 'ended';

    CREATE TABLE IF NOT EXISTS delegation_tasks (
      delegation TEXT NOT NULL,
      task_index INTEGER NOT NULL,
      name TEXT NOT NULL UNIQUE,          -- the id under which its process is started
      process TEXT,                       -- the id of its process: another one where that start was cut off
      goal TEXT NOT NULL,
      context TEXT,
      kind TEXT NOT NULL,                 -- who carries it out
      model TEXT,
      environment TEXT NOT NULL,
      workdir TEXT NOT NULL,
      state TEXT NOT NULL,                -- sent, running, interrupting, ended
      stop_at INTEGER,                    -- of one that is told to stop: when it is ended
      stop_why TEXT,
      has_stalled INTEGER NOT NULL DEFAULT 0,
      status TEXT,
      result TEXT,
      error TEXT,
      api_calls INTEGER,
      cost REAL,
      input_tokens INTEGER,
      output_tokens INTEGER,
      left_running TEXT,                  -- JSON: ids
      started_at INTEGER,
      ended_at INTEGER,
      is_tidy INTEGER NOT NULL DEFAULT 0, -- what it left behind is seen to
      PRIMARY KEY (delegation, task_index)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS delegation_tasks_by_process ON delegation_tasks (process);
    CREATE INDEX IF NOT EXISTS open_delegation_tasks ON delegation_tasks (state) WHERE is_tidy = 0;

    CREATE TABLE IF NOT EXISTS delegate_orders (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,                 -- of the task
      type TEXT NOT NULL,                 -- message, interrupt
      text TEXT NOT NULL,
      client_id TEXT,
      UNIQUE (name, client_id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS orders_of_delegate ON delegate_orders (name, sequence);
  `);
}
