import { failpoint } from '../base/failpoint.ts';
import { newDeliveryId, newRingId } from '../base/ids.ts';
import type { Store } from '../engine/extension.ts';
import { isAfterCompletion } from './after-completion.ts';
import { chooseDeliverable } from './deliverable.ts';
import { type DeliveredPart, type Deliveries, type Delivery, idsOf, isRing, isTurn } from './deliveries.ts';
import type { Holds } from './holds.ts';
import type { Ledger, Notification } from './ledger.ts';
import { isFinal } from './policy/life.ts';
import { fillTurn, renderText } from './render.ts';
import type { Lease, Offered, Taker, Turn } from './taker.ts';
import { completionKey, typeRow } from './types.ts';

export type TurnsOptions = {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly deliveries: Deliveries;
  readonly holds: Holds;
  /** How long a promised result is waited for. */
  readonly longestPromiseMs: number;
  now(): number;
};

type Parts = Turn & { readonly parts: readonly DeliveredPart[] };

/** What may be told now to a taker of one session, and that it was: each a transaction. */
export class Turns {
  readonly #options: TurnsOptions;
  /** Deliveries whose taker is connected and has time left. All others may be offered again, or told anew. */
  readonly #held = new Map<string, Lease>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** The turn that was not acknowledged, as it was; else a new one. None while somebody holds the last one. */
  offer(session: string, taker: Taker): Offered | null {
    return this.#hold(() => {
      const oldest = taker.repeats === 'same' ? this.#unconfirmed(session) : undefined;
      if (oldest) return this.#held.has(oldest.id) ? null : this.#offerAgain(oldest);
      const turn = this.#take(session, taker);
      return turn && this.#record(turn, taker);
    });
  }

  /** A turn with what came since it was offered; null when nothing of it is left to tell. */
  renew({ delivery: id }: Lease, taker: Taker): Offered | null {
    const { deliveries } = this.#options;
    const before = deliveries.get(id);
    this.#held.delete(id);
    if (!before) return null;
    return this.#hold(() => {
      deliveries.happen(before, 'close');
      const turn = this.#take(before.session, taker);
      return turn && this.#record(turn, taker);
    });
  }

  /** One notification, for somebody who shows it in another way and acknowledges that. */
  offerAlone(one: Notification): Offered {
    const { ledger, now } = this.#options;
    const { id, type, session } = one;
    return this.#hold(() => {
      this.#dissolve(session, [id]);
      ledger.markSent([id], now());
      const text = renderText(one.event);
      const parts = [{ id, type, text }];
      return this.#record({ session, notifications: [one], text, parts }, { way: 'inline', repeats: 'anew' });
    });
  }

  /** For somebody who tells it himself right now: delivered at once. */
  drain(session: string): Turn | null {
    return this.#options.store.transaction(() => {
      const turn = this.#take(session, { way: 'inline', filter: () => true });
      if (turn) this.#deliver(turn.notifications);
      return turn;
    });
  }

  /** They arrived. How many of them were still open, and the deliveries that are over by it. */
  acknowledge(ids: readonly string[]): { count: number; over: Delivery[] } {
    const { store, ledger, deliveries } = this.#options;
    const done = store.transaction(() => {
      // What becomes of a ring its ringer says.
      const over = this.having(ids).filter(isTurn);
      for (const one of over) deliveries.happen(one, one.state === 'offered' ? 'confirm' : 'close');
      return { count: this.#deliver(ledger.byIds(ids)), over };
    });
    for (const { id } of done.over) this.#held.delete(id);
    return done;
  }

  /** Those with one of these notifications in them. */
  having(ids: readonly string[]): Delivery[] {
    const { ledger, deliveries } = this.#options;
    const sessions = new Set(ledger.byIds(ids).map((one) => one.session));
    return [...sessions]
      .flatMap((session) => deliveries.ofSession(session))
      .filter((one) => hasOneOf(one, ids));
  }

  /** Whether something of it is still to be told. */
  isOpen(delivery: Delivery): boolean {
    return this.#options.ledger.byIds(idsOf(delivery)).some(({ state }) => !isFinal(state));
  }

  isHeld(lease: Lease): boolean {
    return this.#held.get(lease.delivery) === lease;
  }

  /** Its taker has left, or its time is over: it may be offered again. False: somebody else has it by now. */
  release(lease: Lease): boolean {
    return this.isHeld(lease) && this.#held.delete(lease.delivery);
  }

  /** Whoever has it. */
  free(delivery: Delivery): void {
    this.#held.delete(delivery.id);
  }

  /** Whether something is to be told that goes no other way. */
  hasFree(session: string): boolean {
    const { ledger, deliveries } = this.#options;
    const rung = new Set(deliveries.ofSession(session).filter(isRing).flatMap(idsOf));
    return ledger.openOf(session).some((one) => this.#isFree(one) && !rung.has(one.id));
  }

  /** Its completion was delivered or consumed: what else was queued about it never goes out (docs/behaviour.md, rule 4). */
  silence(processId: string): void {
    const { ledger, now } = this.#options;
    const late = ledger.openOfProcess(processId).filter((one) => isAfterCompletion(one.type, 'delivered'));
    ledger.settle(toIds(late), 'suppressed', 'after_completion', now());
  }

  /** Removes the deliveries that nobody will ask for again. */
  prune(): void {
    const { deliveries } = this.#options;
    for (const one of deliveries.all()) {
      const isLeft = isTurn(one) && (one.repeats === 'anew' || !this.isOpen(one));
      if (isLeft && !this.#held.has(one.id)) deliveries.happen(one, 'close');
    }
  }

  /** Held only behind the commit. */
  #hold<T extends Offered | null>(work: () => T): T {
    const offered = this.#options.store.transaction(work);
    if (offered) this.#held.set(offered.lease.delivery, offered.lease);
    return offered;
  }

  /** The oldest one that comes again as it was; those of which nothing is left to tell are closed on the way. */
  #unconfirmed(session: string): Delivery | undefined {
    const { deliveries } = this.#options;
    for (const one of deliveries.ofSession(session)) {
      if (one.repeats !== 'same' || !isTurn(one)) continue;
      if (this.isOpen(one)) return one;
      deliveries.happen(one, 'close');
    }
    return undefined;
  }

  #offerAgain(delivery: Delivery): Offered {
    const { deliveries, ledger } = this.#options;
    const { id, session, text } = deliveries.happen(delivery, 'offer', { attempts: delivery.attempts + 1 });
    return { session, notifications: ledger.byIds(idsOf(delivery)), text, lease: { delivery: id } };
  }

  #record(
    { session, notifications, text, parts }: Parts,
    { way, repeats }: Pick<Taker, 'way' | 'repeats'>,
  ): Offered {
    const { deliveries, now } = this.#options;
    const told = { session, way, repeats, notifications: parts, text, createdAt: now() };
    const { id } = deliveries.add(
      way === 'ring'
        ? { ...told, id: newRingId(), state: 'waiting' }
        : { ...told, id: newDeliveryId(), attempts: 1 },
    );
    return { session, notifications, text, lease: { delivery: id } };
  }

  /** Decides what may be told, writes down what may not, and marks the rest as sent. */
  #take(session: string, { way, filter }: Pick<Taker, 'way' | 'filter'>): Parts | null {
    const { ledger, now } = this.#options;
    const taken = this.#takenOf(session, way);
    const isFree = (one: Notification) => this.#isFree(one) && !taken.has(one.id) && filter(one);
    const completionOf = (processId: string) => ledger.byKey(completionKey(processId))?.state;
    const open = ledger.openOf(session).filter(isFree);
    const { tell, settle } = chooseDeliverable(open, way === 'ring' ? 'autonomous' : way, completionOf);
    for (const { id, state, rule } of settle) ledger.settle([id], state, rule, now());
    if (tell.length === 0) return null;
    failpoint('deliver:before-mark');
    const { told, texts, text } = fillTurn(tell);
    this.#dissolve(session, toIds(told));
    ledger.markSent(toIds(told), now());
    const parts = told.map(({ id, type }, at) => ({ id, type, text: texts[at] ?? '' }));
    return { session, notifications: told, text, parts };
  }

  /** What is in deliveries that others hold. What a ring was given up for may be told by whoever can, but not rung. */
  #takenOf(session: string, way: Taker['way']): ReadonlySet<string> {
    const isTaken = (one: Delivery) =>
      isRing(one) ? one.state !== 'dead' || way === 'ring' : this.#held.has(one.id);
    return new Set(this.#options.deliveries.ofSession(session).filter(isTaken).flatMap(idsOf));
  }

  /** These go, or went, another way: what is left of the deliveries that they were in is told anew. */
  #dissolve(session: string, ids: readonly string[]): void {
    const { deliveries } = this.#options;
    for (const one of deliveries.ofSession(session)) {
      if (!isTurn(one) || !hasOneOf(one, ids)) continue;
      if (this.#held.has(one.id)) deliveries.change(one, { repeats: 'anew' });
      else deliveries.happen(one, 'close');
    }
  }

  /** Nobody tells it, or will, in a way that is no delivery. */
  #isFree({ type, processId }: Notification): boolean {
    const { holds, deliveries, longestPromiseMs, now } = this.#options;
    if (processId === null) return true;
    if (holds.has(processId)) return false;
    return typeRow(type).about !== 'end' || !deliveries.isPromised(processId, now() - longestPromiseMs);
  }

  #deliver(notifications: readonly Notification[]): number {
    const { ledger, now } = this.#options;
    const count = ledger.settle(toIds(notifications), 'delivered', null, now());
    for (const { type, processId } of notifications) {
      if (typeRow(type).about === 'end' && processId) this.silence(processId);
    }
    return count;
  }
}

function toIds(notifications: readonly Notification[]): string[] {
  return notifications.map((one) => one.id);
}

function hasOneOf(delivery: Delivery, ids: readonly string[]): boolean {
  return delivery.notifications.some((one) => ids.includes(one.id));
}
