import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type DeliveryEvent, type DeliveryState, isOver, nextDeliveryState } from './policy/delivery-life.ts';

/** How a delivery reaches its session. */
export type DeliveryWay = 'inline' | 'autonomous' | 'ring';

/** Notifications that somebody was given and has not confirmed. */
export type Delivery = {
  readonly id: string;
  readonly session: string;
  readonly way: DeliveryWay;
  /** `same`: given again it is the same to the letter. `anew`: what is left of it is told with what came later. */
  readonly repeats: 'same' | 'anew';
  readonly notifications: readonly DeliveredPart[];
  readonly text: string;
  readonly state: DeliveryState;
  /** How often it was tried. */
  readonly attempts: number;
  /** When to try it again, or when its lease is over. */
  readonly nextAt: number;
  /** Why the last try failed. */
  readonly reason: string;
  readonly createdAt: number;
};

export type DeliveredPart = { readonly id: string; readonly type: string; readonly text: string };

type Change = Partial<Pick<Delivery, 'attempts' | 'nextAt' | 'reason' | 'repeats'>>;

type Row = Omit<Delivery, 'notifications' | 'nextAt' | 'createdAt'> & {
  readonly notifications: string;
  readonly next_at: number;
  readonly created_at: number;
};

const columns =
  'id, session, way, repeats, notifications, text, state, attempts, next_at, reason, created_at';

/**
 * Every delivery that is under way, as rows: whatever dies, the next engine goes on from them. Written in the transaction
 * that marks the notifications as sent, and removed when it is over: the ledger says what became of them.
 */
export class Deliveries {
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #remove: StatementSync;
  readonly #get: StatementSync;
  readonly #ofSession: StatementSync;
  readonly #all: StatementSync;
  readonly #move: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      `INSERT INTO deliveries (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(
      'UPDATE deliveries SET repeats = ?, state = ?, attempts = ?, next_at = ?, reason = ? WHERE id = ?',
    );
    this.#remove = database.prepare('DELETE FROM deliveries WHERE id = ?');
    this.#get = database.prepare(`SELECT ${columns} FROM deliveries WHERE id = ?`);
    this.#ofSession = database.prepare(
      `SELECT ${columns} FROM deliveries WHERE session = ? ORDER BY sequence`,
    );
    this.#all = database.prepare(`SELECT ${columns} FROM deliveries ORDER BY sequence`);
    this.#move = database.prepare('UPDATE deliveries SET session = ? WHERE id = ?');
  }

  add(delivery: Delivery): Delivery {
    const { id, session, way, repeats, notifications, text, state } = delivery;
    const { attempts, nextAt, reason, createdAt } = delivery;
    const parts = JSON.stringify(notifications);
    this.#insert.run(id, session, way, repeats, parts, text, state, attempts, nextAt, reason, createdAt);
    return delivery;
  }

  get(id: string): Delivery | undefined {
    const row = this.#get.get(id) as Row | undefined;
    return row && toDelivery(row);
  }

  /** Oldest first. */
  ofSession(session: string): Delivery[] {
    return (this.#ofSession.all(session) as Row[]).map(toDelivery);
  }

  all(): Delivery[] {
    return (this.#all.all() as Row[]).map(toDelivery);
  }

  /** Something happened to it. One that is over by that is removed. */
  happen(delivery: Delivery, event: DeliveryEvent, change: Change = {}): Delivery {
    const next = { ...delivery, state: nextDeliveryState(delivery.state, event) };
    if (!isOver(next.state)) return this.change(next, change);
    this.#remove.run(delivery.id);
    return next;
  }

  change(delivery: Delivery, change: Change): Delivery {
    const next = { ...delivery, ...change };
    this.#update.run(next.repeats, next.state, next.attempts, next.nextAt, next.reason, next.id);
    return next;
  }

  move({ id }: Delivery, to: string): void {
    this.#move.run(to, id);
  }
}

export function idsOf(delivery: Pick<Delivery, 'notifications'>): string[] {
  return delivery.notifications.map((one) => one.id);
}

/** A ring that has begun: it goes on whoever tries it, and nothing of it goes another way. */
export function isRing({ way, repeats }: Delivery): boolean {
  return way === 'ring' && repeats === 'same';
}

function toDelivery({ next_at, created_at, ...row }: Row): Delivery {
  const notifications = JSON.parse(row.notifications) as Delivery['notifications'];
  return { ...row, notifications, nextAt: next_at, createdAt: created_at };
}
