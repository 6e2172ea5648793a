import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Sessions that the user has left for good. Those that are merely away are not here: their notifications wait. */
export class Sessions {
  readonly #isClosed: StatementSync;
  readonly #close: StatementSync;
  readonly #open: StatementSync;

  constructor(database: DatabaseSync) {
    this.#isClosed = database.prepare('SELECT 1 FROM closed_sessions WHERE session = ?');
    this.#close = database.prepare(
      'INSERT OR IGNORE INTO closed_sessions (session, closed_at) VALUES (?, ?)',
    );
    this.#open = database.prepare('DELETE FROM closed_sessions WHERE session = ?');
  }

  isClosed(session: string): boolean {
    return this.#isClosed.get(session) !== undefined;
  }

  close(session: string, now: number): void {
    this.#close.run(session, now);
  }

  open(session: string): void {
    this.#open.run(session);
  }
}
