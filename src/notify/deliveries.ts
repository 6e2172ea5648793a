import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type DeliveryEvent, type DeliveryState, isOver, nextDeliveryState } from './policy/delivery-life.ts';

/** How a delivery reaches its session. */
export type DeliveryWay = 'inline' | 'autonomous' | 'ring' | 'task';

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
  /** Of a task, which stays to be asked for again: when it was answered or cancelled. */
  readonly settledAt: number | null;
};

export type DeliveredPart = { readonly id: string; readonly type: string; readonly text: string };

type Change = Partial<Pick<Delivery, 'attempts' | 'nextAt' | 'reason' | 'repeats' | 'settledAt'>>;

type Row = Omit<Delivery, 'notifications' | 'nextAt' | 'createdAt' | 'settledAt'> & {
  readonly notifications: string;
  readonly next_at: number;
  readonly created_at: number;
  readonly settled_at: number | null;
};

const columns =
  'id, session, way, repeats, notifications, text, state, attempts, next_at, reason, created_at, settled_at';

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
      `INSERT INTO deliveries (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(
      'UPDATE deliveries SET repeats = ?, state = ?, attempts = ?, next_at = ?, reason = ?, settled_at = ? WHERE id = ?',
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
    const { attempts, nextAt, reason, createdAt, settledAt } = delivery;
    const told = [JSON.stringify(notifications), text];
    const times = [nextAt, reason, createdAt, settledAt];
    this.#insert.run(id, session, way, repeats, ...told, state, attempts, ...times);
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

  /** The end of the process will still be asked for: its completion goes no other way. Those from before `since` are not. */
  isPromised(processId: string, since: number): boolean {
    const task = this.get(processId);
    return task !== undefined && task.state !== 'delivered' && task.createdAt > since;
  }

  /** Something happened to it. One that is over by that is removed; a task stays, for who asks again. */
  happen(delivery: Delivery, event: DeliveryEvent, change: Change = {}): Delivery {
    const next = { ...delivery, state: nextDeliveryState(delivery.state, event) };
    if (!isOver(next.state) || next.way === 'task') return this.change(next, change);
    this.remove(delivery.id);
    return next;
  }

  change(delivery: Delivery, change: Change): Delivery {
    const next = { ...delivery, ...change };
    this.#update.run(
      next.repeats,
      next.state,
      next.attempts,
      next.nextAt,
      next.reason,
      next.settledAt,
      next.id,
    );
    return next;
  }

  remove(id: string): void {
    this.#remove.run(id);
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

/** One that a subscriber has, or somebody who fetched it. */
export function isTurn(delivery: Delivery): boolean {
  return delivery.way !== 'task' && !isRing(delivery);
}

function toDelivery({ next_at, created_at, settled_at, ...row }: Row): Delivery {
  const notifications = JSON.parse(row.notifications) as Delivery['notifications'];
  return { ...row, notifications, nextAt: next_at, createdAt: created_at, settledAt: settled_at };
}
