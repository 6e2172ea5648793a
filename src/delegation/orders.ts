import { EventEmitter, once } from 'node:events';
import type { WireOrder } from '../wire/delegation.ts';
import type { DelegationRows } from './rows.ts';

/** What delegates are told while they work, as it is stored. */
export class Orders {
  readonly #rows: DelegationRows;
  readonly #news = new EventEmitter().setMaxListeners(0);

  constructor(rows: DelegationRows) {
    this.#rows = rows;
  }

  /** Something was stored for it, or it has ended. */
  wake(name: string): void {
    this.#news.emit(name);
  }

  /** Those behind `after`, as they come, until it has ended. */
  async *follow(name: string, after: number, signal: AbortSignal): AsyncGenerator<WireOrder, void> {
    for (let last = after; !signal.aborted; ) {
      const isOver = (this.#rows.task(name)?.state ?? 'ended') === 'ended';
      const news = this.#rows.orders(name, last);
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
