import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type DeliveryEvent, type DeliveryState, isOver, nextDeliveryState } from './policy/delivery-life.ts';

/** How a delivery reaches its session. `busy`: the session has a turn of its own, and is told nothing meanwhile. */
export type DeliveryWay = 'inline' | 'autonomous' | 'ring' | 'task' | 'busy';

/** What somebody was given and has not confirmed: notifications, or the session's attention. */
export type Delivery = {
  readonly id: string;
  readonly session: string;
  readonly way: DeliveryWay;
  /** Who has it, in their own words: who said that the session is busy. */
  readonly taker: string;
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

type NewDelivery = Pick<Delivery, 'id' | 'session' | 'way' | 'createdAt'> & Partial<Delivery>;

type Change = Partial<Pick<Delivery, 'session' | 'attempts' | 'nextAt' | 'reason' | 'repeats' | 'settledAt'>>;

type Row = Omit<Delivery, 'notifications'> & { readonly notifications: string };

const columns = `id, session, way, taker, repeats, notifications, text, state, attempts, next_at AS nextAt, reason,
  created_at AS createdAt, settled_at AS settledAt`;

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

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      `INSERT INTO deliveries (id, session, way, taker, repeats, notifications, text, state, attempts, next_at, reason,
         created_at, settled_at)
       VALUES (:id, :session, :way, :taker, :repeats, :notifications, :text, :state, :attempts, :nextAt, :reason,
         :createdAt, :settledAt)`,
    );
    this.#update = database.prepare(
      `UPDATE deliveries SET session = :session, repeats = :repeats, state = :state, attempts = :attempts,
         next_at = :nextAt, reason = :reason, settled_at = :settledAt WHERE id = :id`,
    );
    this.#remove = database.prepare('DELETE FROM deliveries WHERE id = ?');
    this.#get = database.prepare(`SELECT ${columns} FROM deliveries WHERE id = ?`);
    this.#ofSession = database.prepare(
      `SELECT ${columns} FROM deliveries WHERE session = ? ORDER BY sequence`,
    );
    this.#all = database.prepare(`SELECT ${columns} FROM deliveries ORDER BY sequence`);
  }

  /** Without more it is offered now, and told anew when it comes again. */
  add(delivery: NewDelivery): Delivery {
    const added: Delivery = {
      taker: '',
      repeats: 'anew',
      notifications: [],
      text: '',
      state: 'offered',
      attempts: 0,
      nextAt: delivery.createdAt,
      reason: '',
      settledAt: null,
      ...delivery,
    };
    this.#insert.run({ ...added, notifications: JSON.stringify(added.notifications) });
    return added;
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
    const { id, session, repeats, state, attempts, nextAt, reason, settledAt } = next;
    this.#update.run({ id, session, repeats, state, attempts, nextAt, reason, settledAt });
    return next;
  }

  remove(id: string): void {
    this.#remove.run(id);
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
  return delivery.way !== 'task' && delivery.way !== 'busy' && !isRing(delivery);
}

function toDelivery(row: Row): Delivery {
  return { ...row, notifications: JSON.parse(row.notifications) as Delivery['notifications'] };
}
