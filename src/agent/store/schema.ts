import type { DatabaseSync } from 'node:sqlite';
import { RingbackError } from '../../base/errors.ts';
import { fromVersion1 } from './from-version-1.ts';
import { fromVersion2 } from './from-version-2.ts';
import { GOALS } from './goal-schema.ts';

const SCHEMA_VERSION = 3;

/**
 * `position`: the place in the conversation, in which messages, steps, summaries and the bad ends of turns follow each
 * other. `sequence`: the number of the last change of what a viewer sees; each conversation counts its own.
 */
const SCHEMA = `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    cwd TEXT NOT NULL,
    model TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open', -- lives.ts
    hears INTEGER NOT NULL DEFAULT 1,   -- whether it goes on after its answer when something rings
    begins TEXT NOT NULL DEFAULT '',    -- how the first message begins
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,        -- when something was said last
    last_position INTEGER NOT NULL DEFAULT 0,
    sequence INTEGER NOT NULL DEFAULT 0,
    cost REAL NOT NULL DEFAULT 0,       -- of all steps, as far as it is known, in US dollars
    input_tokens INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    compaction TEXT                     -- why the older part is to be summarised (compaction.ts); null: it is not
  ) STRICT;
  CREATE INDEX newest ON conversations (changed_at, id);
  CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    state TEXT NOT NULL,                -- lives.ts
    took TEXT NOT NULL DEFAULT 'person', -- what it began with: person, ring, goal, compaction
    reason TEXT,                        -- of one that failed
    position INTEGER,                   -- of its end, where that is to be seen
    sequence INTEGER,
    began_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX turns_of ON turns (conversation, id);
  CREATE UNIQUE INDEX open_turn ON turns (conversation) WHERE state = 'open';
  CREATE INDEX ends_placed ON turns (conversation, position) WHERE position IS NOT NULL;
  CREATE INDEX ends_changed ON turns (conversation, sequence) WHERE position IS NOT NULL;
  CREATE TABLE messages (               -- what people, rings and goals say
    number INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    client_id TEXT NOT NULL,            -- of who sent it: the same twice is one message
    kind TEXT NOT NULL,                 -- person, ring, goal
    content TEXT NOT NULL,              -- JSON: texts and images
    position INTEGER,                   -- null: not taken into a turn yet
    sequence INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (conversation, client_id)
  ) STRICT;
  CREATE INDEX queued ON messages (conversation, kind) WHERE position IS NULL;
  CREATE INDEX placed ON messages (conversation, position) WHERE position IS NOT NULL;
  CREATE INDEX messages_changed ON messages (conversation, sequence);
  CREATE TABLE told (                   -- notifications that a message or a result has shown
    notification TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0,
    told_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unacknowledged ON told (conversation) WHERE acknowledged = 0;
  CREATE TABLE steps (                  -- what the model says
    conversation TEXT NOT NULL,
    position INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    covers INTEGER,                     -- of a summary: everything up to that position
    judges INTEGER,                     -- of a judgement: the number of the goal; its turn is 0
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
    sequence INTEGER NOT NULL,
    PRIMARY KEY (conversation, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent ON steps (said_at, cost) WHERE said_at IS NOT NULL;
  CREATE INDEX summaries ON steps (conversation, position) WHERE covers IS NOT NULL;
  CREATE INDEX steps_changed ON steps (conversation, sequence);
  CREATE TABLE calls (                  -- a change of one is a change of its step
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
    images TEXT,                        -- JSON
    asked_at INTEGER,                   -- a person, whether it may run
    expires_at INTEGER,                 -- when nobody answered until then
    answer TEXT,                        -- allow, always, deny, expired, message
    answered_by TEXT,
    answer_reason TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX of_step ON calls (conversation, step, place);
  CREATE INDEX asked ON calls (conversation) WHERE state = 'waiting';
  CREATE TABLE allowed (                -- what a person has allowed once and for all
    conversation TEXT NOT NULL,
    pattern TEXT NOT NULL,
    PRIMARY KEY (conversation, pattern)
  ) STRICT, WITHOUT ROWID;
  ${GOALS}
`;

/** What leads from version 1 to 2, and so on. */
const changes: readonly string[] = [fromVersion1, fromVersion2];

export function prepareSchema(database: DatabaseSync, path: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION)
    throw new RingbackError(
      'failed',
      `${path} was written by a newer Ringback (schema ${version}, this one knows ${SCHEMA_VERSION}).`,
      'Use the newer Ringback, or another home.',
    );
  const missing = version === 0 ? SCHEMA : changes.slice(version - 1).join('\n');
  database.exec(`BEGIN; ${missing} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}
