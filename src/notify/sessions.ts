import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** When a user left a session for good. Those that are merely away are not here: their notifications wait. */
export class Sessions {
  readonly #isClosed: StatementSync;
  readonly #close: StatementSync;
  readonly #open: StatementSync;

  constructor(database: DatabaseSync) {
    this.#isClosed = database.prepare('SELECT 1 FROM closed_sessions WHERE session = ? AND closed_at >= ?');
    this.#close = database.prepare(
      'INSERT OR REPLACE INTO closed_sessions (session, closed_at) VALUES (?, ?)',
    );
    this.#open = database.prepare('DELETE FROM closed_sessions WHERE session = ?');
  }

  /** For what began at `since`: a session that is used again under its old key hears of what is new. */
  isClosedFor(session: string, since: number): boolean {
    return this.#isClosed.get(session, since) !== undefined;
  }

  close(session: string, now: number): void {
    this.#close.run(session, now);
  }

  open(session: string): void {
    this.#open.run(session);
  }
}
