import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Somebody was promised the end of a process as the answer to a call: an MCP task. */
export type OwedAnswer = {
  readonly createdAt: number;
  readonly cancelledAt: number | null;
  readonly answeredAt: number | null;
};

type Row = {
  readonly created_at: number;
  readonly cancelled_at: number | null;
  readonly answered_at: number | null;
};

/** Durable before the promise is given: whoever was promised asks again after any crash. */
export class OwedAnswers {
  readonly #promise: StatementSync;
  readonly #get: StatementSync;
  readonly #cancel: StatementSync;
  readonly #answer: StatementSync;
  readonly #remove: StatementSync;
  readonly #longestMs: number;

  /** After `longestMs` nobody comes for it any more: it is owed no longer. */
  constructor(database: DatabaseSync, longestMs: number) {
    this.#longestMs = longestMs;
    this.#promise = database.prepare(
      'INSERT OR IGNORE INTO owed_answers (process_id, created_at) VALUES (?, ?)',
    );
    this.#get = database.prepare('SELECT * FROM owed_answers WHERE process_id = ?');
    this.#cancel = database.prepare(
      'UPDATE owed_answers SET cancelled_at = coalesce(cancelled_at, ?) WHERE process_id = ?',
    );
    this.#answer = database.prepare(
      'UPDATE owed_answers SET answered_at = coalesce(answered_at, ?) WHERE process_id = ?',
    );
    this.#remove = database.prepare('DELETE FROM owed_answers WHERE process_id = ?');
  }

  promise(processId: string, now: number): void {
    this.#promise.run(processId, now);
  }

  get(processId: string): OwedAnswer | undefined {
    const row = this.#get.get(processId) as Row | undefined;
    if (!row) return undefined;
    return { createdAt: row.created_at, cancelledAt: row.cancelled_at, answeredAt: row.answered_at };
  }

  /** It will still be asked for: its completion goes no other way. */
  isOpen(processId: string, now: number): boolean {
    const owed = this.get(processId);
    return owed !== undefined && owed.answeredAt === null && now - owed.createdAt < this.#longestMs;
  }

  cancel(processId: string, now: number): void {
    this.#cancel.run(now, processId);
  }

  answer(processId: string, now: number): void {
    this.#answer.run(now, processId);
  }

  remove(processId: string): void {
    this.#remove.run(processId);
  }
}
