import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A turn as it was handed out. */
type FrozenTurn = {
  readonly sequence: number;
  readonly ids: readonly string[];
  readonly text: string;
};

/**
 * Turns that somebody was given and has not acknowledged. Whoever dies, the turn comes again to the letter: a program
 * that wrote it down before it died knows it by its ids, and what came later is told in a turn of its own.
 */
export class FrozenTurns {
  readonly #insert: StatementSync;
  readonly #ofSession: StatementSync;
  readonly #move: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO frozen_turns (session, ids, text) VALUES (?, ?, ?)');
    this.#ofSession = database.prepare('SELECT * FROM frozen_turns WHERE session = ? ORDER BY sequence');
    this.#move = database.prepare('UPDATE frozen_turns SET session = ? WHERE session = ?');
    this.#remove = database.prepare('DELETE FROM frozen_turns WHERE sequence = ?');
  }

  add(session: string, ids: readonly string[], text: string): void {
    this.#insert.run(session, JSON.stringify(ids), text);
  }

  /** Oldest first. */
  ofSession(session: string): FrozenTurn[] {
    const rows = this.#ofSession.all(session) as { sequence: number; ids: string; text: string }[];
    return rows.map((row) => ({ ...row, ids: JSON.parse(row.ids) as string[] }));
  }

  remove({ sequence }: FrozenTurn): void {
    this.#remove.run(sequence);
  }

  /** Those with one of these in it: it goes, or went, another way, so what is left is told anew. */
  dissolve(session: string, ids: ReadonlySet<string>): void {
    for (const frozen of this.ofSession(session)) {
      if (frozen.ids.some((id) => ids.has(id))) this.remove(frozen);
    }
  }

  moveSession(from: string, to: string): void {
    this.#move.run(to, from);
  }
}
