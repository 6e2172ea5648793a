import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RingbackError } from '../base/errors.ts';

type PastCall = { readonly exit_code: number | null; readonly at: number };

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS past_calls (
    id TEXT PRIMARY KEY,                -- of a call, and of the process that it started
    exit_code INTEGER,
    at INTEGER NOT NULL                 -- when the process was forgotten
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS past_calls_by_time ON past_calls (at);
`;

/** Ids outlive what ran under them: whoever repeats a call days later must not make it happen again. */
export class PastCalls {
  readonly #keptMs: number;
  readonly #add: StatementSync;
  readonly #get: StatementSync;
  readonly #forget: StatementSync;

  constructor(database: DatabaseSync, keptMs: number) {
    database.exec(SCHEMA);
    this.#keptMs = keptMs;
    this.#add = database.prepare('INSERT OR REPLACE INTO past_calls (id, exit_code, at) VALUES (?, ?, ?)');
    this.#get = database.prepare('SELECT exit_code, at FROM past_calls WHERE id = ? AND at >= ?');
    this.#forget = database.prepare('DELETE FROM past_calls WHERE at < ?');
  }

  add(id: string, exitCode: number | null, now: number): void {
    this.#forget.run(now - this.#keptMs);
    this.#add.run(id, exitCode, now);
  }

  /** Throws for one that ran. */
  refuse(id: string, now: number): void {
    const past = this.#get.get(id, now - this.#keptMs) as PastCall | undefined;
    if (!past) return;
    const ending = past.exit_code === null ? '' : ` and ended with exit code ${past.exit_code}`;
    throw new RingbackError(
      'already_ran',
      `This call already ran${ending}; its result is no longer kept (${id}).`,
      'It was not run again. To run it again, make another call.',
    );
  }
}
