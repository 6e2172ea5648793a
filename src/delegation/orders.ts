import { EventEmitter, once } from 'node:events';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WireOrder } from '../wire/delegation.ts';
import type { DelegationRows } from './rows.ts';

/** What delegates are told while they work, as it is stored. */
export class Orders {
  readonly #rows: DelegationRows;
  readonly #add: StatementSync;
  readonly #behind: StatementSync;
  readonly #news = new EventEmitter().setMaxListeners(0);

  constructor(database: DatabaseSync, rows: DelegationRows) {
    this.#rows = rows;
    this.#add = database.prepare(
      'INSERT OR IGNORE INTO delegate_orders (name, type, text, client_id) VALUES (?, ?, ?, ?)',
    );
    this.#behind = database.prepare(
      'SELECT sequence, type, text FROM delegate_orders WHERE name = ? AND sequence > ? ORDER BY sequence',
    );
  }

  /** Inside a transaction. The same client says the same once. */
  add(name: string, type: WireOrder['type'], text: string, clientId?: string): void {
    this.#add.run(name, type, text, clientId === undefined ? null : `${type}:${clientId}`);
    setImmediate(() => this.wake(name));
  }

  /** Something was stored for it, or it has ended. */
  wake(name: string): void {
    this.#news.emit(name);
  }

  /** Those behind `after`, as they come, until it has ended. */
  async *follow(name: string, after: number, signal: AbortSignal): AsyncGenerator<WireOrder, void> {
    for (let last = after; !signal.aborted; ) {
      const isOver = (this.#rows.task(name)?.state ?? 'ended') === 'ended';
      const news = this.#behind.all(name, last) as WireOrder[];
      for (const order of news) {
        last = order.sequence;
        yield order;
      }
      if (isOver) return;
      // What came while the reader was busy is looked for first.
      if (news.length > 0) continue;
      await once(this.#news, name, { signal }).catch(() => {});
    }
  }
}
