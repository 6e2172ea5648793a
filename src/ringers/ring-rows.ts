import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RingState } from './next-step.ts';
import type { Ring } from './ringer.ts';

/** A ring, and how it stands. One that was admitted is gone from here: the ledger says so. */
export type RingRow = Ring & {
  readonly state: RingState;
  readonly nextAt: number;
  readonly reason: string;
};

type Row = {
  readonly id: string;
  readonly session: string;
  readonly notifications: string;
  readonly text: string;
  readonly state: RingState;
  readonly attempts: number;
  readonly next_at: number;
  readonly reason: string;
  readonly created_at: number;
};

/** Rings that are under way. Written before the first try: whatever dies, the next try is the same to the letter. */
export class RingRows {
  readonly #insert: StatementSync;
  readonly #ofSession: StatementSync;
  readonly #all: StatementSync;
  readonly #live: StatementSync;
  readonly #change: StatementSync;
  readonly #move: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      `INSERT INTO rings (id, session, notifications, text, state, attempts, next_at, reason, created_at)
       VALUES (?, ?, ?, ?, 'waiting', 0, ?, '', ?)`,
    );
    this.#ofSession = database.prepare('SELECT * FROM rings WHERE session = ? ORDER BY created_at, id');
    this.#all = database.prepare('SELECT * FROM rings ORDER BY created_at, id');
    this.#live = database.prepare("SELECT 1 FROM rings WHERE state != 'dead' LIMIT 1");
    this.#change = database.prepare(
      'UPDATE rings SET state = ?, attempts = ?, next_at = ?, reason = ? WHERE id = ?',
    );
    this.#move = database.prepare('UPDATE rings SET session = ? WHERE session = ?');
    this.#remove = database.prepare('DELETE FROM rings WHERE id = ?');
  }

  begin(ring: Omit<Ring, 'attempts' | 'createdAt'>, now: number): RingRow {
    this.#insert.run(ring.id, ring.session, JSON.stringify(ring.notifications), ring.text, now, now);
    return { ...ring, attempts: 0, state: 'waiting', nextAt: now, reason: '', createdAt: now };
  }

  ofSession(session: string): RingRow[] {
    return (this.#ofSession.all(session) as Row[]).map(toRing);
  }

  all(): RingRow[] {
    return (this.#all.all() as Row[]).map(toRing);
  }

  /** Whether one is still to be tried. */
  hasLive(): boolean {
    return this.#live.get() !== undefined;
  }

  change(ring: RingRow, change: Partial<Pick<RingRow, 'state' | 'attempts' | 'nextAt' | 'reason'>>): RingRow {
    const changed = { ...ring, ...change };
    this.#change.run(changed.state, changed.attempts, changed.nextAt, changed.reason, ring.id);
    return changed;
  }

  moveSession(from: string, to: string): void {
    this.#move.run(to, from);
  }

  remove(id: string): void {
    this.#remove.run(id);
  }
}

function toRing(row: Row): RingRow {
  return {
    id: row.id,
    session: row.session,
    notifications: JSON.parse(row.notifications) as Ring['notifications'],
    text: row.text,
    attempts: row.attempts,
    state: row.state,
    nextAt: row.next_at,
    reason: row.reason,
    createdAt: row.created_at,
  };
}
