import type { DatabaseSync } from 'node:sqlite';
import { type Transaction, transactionsOf } from '../../base/transaction.ts';
import { stateAfter, statesBefore } from '../lives.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** The database as the facts of a conversation write it: what changes is numbered, and who looks on hears of it. */
export class Rows {
  readonly database: DatabaseSync;
  readonly #transaction: Transaction;
  readonly #changed = new Set<string>();
  readonly #listeners = new Set<(conversation: string) => void>();

  constructor(database: DatabaseSync) {
    this.database = database;
    this.#transaction = transactionsOf(database);
  }

  /** Called after something was stored that a viewer may want to see. What it gives back ends that. */
  onChange(listener: (conversation: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  transaction<T>(work: () => T): T {
    if (this.database.isTransaction) return work();
    this.#changed.clear();
    const result = this.#transaction(work);
    for (const id of [...this.#changed]) for (const listener of [...this.#listeners]) listener(id);
    return result;
  }

  /** Also a power cut leaves it written, and everything before it: somebody is about to count on that. */
  durably<T>(work: () => T): T {
    if (this.database.isTransaction) return work();
    this.database.exec('PRAGMA synchronous = FULL');
    try {
      return this.transaction(work);
    } finally {
      this.database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  /** The next number of the conversation, for what changes in this transaction. */
  nextSequence(conversation: string): number {
    return this.#count(conversation, 'UPDATE conversations SET sequence = sequence + 1');
  }

  nextPosition(conversation: string): number {
    const sql = `UPDATE conversations SET changed_at = ${Date.now()}, last_position = last_position + 1`;
    return this.#count(conversation, sql, 'last_position');
  }

  #count(conversation: string, sql: string, column = 'sequence'): number {
    const row = this.get(`${sql} WHERE id = ? RETURNING ${column}`, conversation);
    if (!row) throw new Error(`there is no conversation ${conversation}`);
    this.#changed.add(conversation);
    return Number(row[column]);
  }

  get(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.database.prepare(sql).get(...values);
  }

  all(sql: string, ...values: readonly Value[]): Row[] {
    return this.database.prepare(sql).all(...values);
  }

  /** How many rows it changed. */
  run(sql: string, ...values: readonly Value[]): number {
    return Number(this.database.prepare(sql).run(...values).changes);
  }

  /** Something happens to one row, which must be in a state in which it can; the row after it. */
  change<T extends Parameters<typeof statesBefore>[0]>(
    sql: string,
    life: T,
    event: Parameters<typeof statesBefore<T>>[1],
    ...values: readonly Value[]
  ): Row {
    const from = statesBefore(life, event).map((state) => `'${state}'`);
    const states = `state IN (${from.join(', ')})`;
    const row = this.get(`${sql} AND ${states} RETURNING *`, stateAfter(life, event), ...values);
    if (!row) throw new Error(`nothing is in a state in which it can ${event}`);
    return row;
  }
}
