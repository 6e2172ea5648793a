import { newRingId } from '../base/ids.ts';
import type { Store } from '../engine/extension.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Turn } from '../notify/queue.ts';
import { renderText } from '../notify/render.ts';
import { type RingRow, RingRows } from './ring-rows.ts';

type Change = Parameters<RingRows['change']>[1];

/**
 * Rings that are under way. What is in one goes no other way meanwhile, whoever tries it, and also while nobody does;
 * what was given up may be told by whoever can, only not by another ring.
 */
export class Rings {
  readonly #store: Store;
  readonly #notifier: Notifier;
  readonly #rows: RingRows;
  /** By ring: lets its notifications go. */
  readonly #releases = new Map<string, () => void>();
  /** Notifications in rings that were given up. */
  readonly #givenUp = new Set<string>();

  constructor(store: Store, notifier: Notifier) {
    this.#store = store;
    this.#notifier = notifier;
    this.#rows = new RingRows(store.database);
  }

  /** What an earlier engine left is withheld before anybody is told anything. */
  open(): void {
    for (const ring of this.list()) this.#note(ring);
  }

  /** Those of which something is left to tell. One that nobody tries is forgotten on the way. */
  list(): RingRow[] {
    const all = this.#rows.all();
    const isOver = new Set(all.filter((ring) => !this.#isOpen(ring)));
    for (const ring of isOver) if (ring.state === 'dead') this.end(ring);
    return all.filter((ring) => !isOver.has(ring));
  }

  get isEmpty(): boolean {
    return !this.#rows.hasLive();
  }

  /** To be seen to by the line of this session, oldest first. */
  unfinished(session: string): RingRow[] {
    return this.#rows.ofSession(session).filter((ring) => ring.state !== 'dead');
  }

  isGivenUp(notificationId: string): boolean {
    return this.#givenUp.has(notificationId);
  }

  /** Whether something of it is still to be told: it was not consumed, dismissed or delivered otherwise. */
  #isOpen(ring: RingRow): boolean {
    return this.#notifier.areOpen(ring.notifications.map((one) => one.id));
  }

  /** Durable before the first try: the same ring, whoever tries again. */
  begin({ session, text, notifications }: Turn, now: number): RingRow {
    const parts = notifications.map(({ id, type, event }) => ({ id, type, text: renderText(event) }));
    const ring = this.#rows.begin({ id: newRingId(), session, text, notifications: parts }, now);
    this.#note(ring);
    return ring;
  }

  /** False: there is nothing left to tell, and the ring is over. */
  isStillOpen(ring: RingRow): boolean {
    if (this.#isOpen(ring)) return true;
    this.end(ring);
    return false;
  }

  change(ring: RingRow, change: Change): RingRow {
    const changed = this.#rows.change(ring, change);
    this.#note(changed);
    if (changed.state === 'dead') this.#notifier.giveBack(ring.notifications.map((one) => one.id));
    return changed;
  }

  admit(ring: RingRow): void {
    this.#notifier.acknowledge(ring.notifications.map((one) => one.id));
    this.end(ring);
  }

  /** Its notifications are free, where they are still to be told. */
  end(ring: RingRow): void {
    this.#rows.remove(ring.id);
    this.#forget(ring);
    this.#notifier.giveBack(ring.notifications.map((one) => one.id));
  }

  /** The session is no longer rung: what was to be told waits for another way. */
  drop(session: string): void {
    for (const ring of this.#rows.ofSession(session)) this.end(ring);
  }

  /** Lets what was given up be tried again, as one that may have arrived: so it is looked for first. How many. */
  revive(session: string, now: number): number {
    const dead = this.#rows.ofSession(session).filter((ring) => ring.state === 'dead');
    for (const ring of dead) this.change(ring, { state: 'uncertain', attempts: 0, nextAt: now });
    return dead.length;
  }

  /** What waits for its time is due now; what is due or being tried is left alone. How many. */
  hurry(session: string, now: number): number {
    const waits = ({ state, nextAt }: RingRow) => state !== 'ringing' && nextAt > now;
    const waiting = this.unfinished(session).filter(waits);
    for (const ring of waiting) this.change(ring, { nextAt: now });
    return waiting.length;
  }

  moveSession(from: string, to: string): void {
    this.#rows.moveSession(from, to);
  }

  transaction<T>(work: () => T): T {
    return this.#store.transaction(work);
  }

  #note(ring: RingRow): void {
    const ids = ring.notifications.map((one) => one.id);
    if (ring.state === 'dead') {
      this.#forget(ring);
      for (const id of ids) this.#givenUp.add(id);
      return;
    }
    for (const id of ids) this.#givenUp.delete(id);
    if (!this.#releases.has(ring.id)) this.#releases.set(ring.id, this.#notifier.withhold(ids));
  }

  #forget(ring: RingRow): void {
    for (const { id } of ring.notifications) this.#givenUp.delete(id);
    this.#releases.get(ring.id)?.();
    this.#releases.delete(ring.id);
  }
}
