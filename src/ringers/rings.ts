import { type Delivery, idsOf, isRing } from '../notify/deliveries.ts';
import type { Notifier } from '../notify/notifier.ts';
import { type DeliveryEvent, isOver } from '../notify/policy/delivery-life.ts';
import type { Offered } from '../notify/taker.ts';

type Change = Partial<Pick<Delivery, 'attempts' | 'nextAt' | 'reason'>>;

/**
 * Rings that are under way. What is in one goes no other way meanwhile, whoever tries it, and also while nobody does;
 * what was given up may be told by whoever can, only not by another ring.
 */
export class Rings {
  readonly #notifier: Notifier;

  constructor(notifier: Notifier) {
    this.#notifier = notifier;
  }

  /** Those of which something is left to tell. One that nobody tries is forgotten on the way. */
  list(): Delivery[] {
    const all = this.#notifier.deliveries.all().filter(isRing);
    const isOver = new Set(all.filter((ring) => !this.#isOpen(ring)));
    for (const ring of isOver) if (ring.state === 'dead') this.happen(ring, 'close');
    return all.filter((ring) => !isOver.has(ring));
  }

  /** To be tried by this session's queue, oldest first. */
  unfinished(session: string): Delivery[] {
    return this.#ofSession(session).filter((ring) => ring.state !== 'dead');
  }

  /** Before the first try: from now on it is the same ring, whoever tries it. Undefined: it went another way meanwhile. */
  begin({ lease }: Offered, now: number): Delivery | undefined {
    const { deliveries } = this.#notifier;
    const delivery = deliveries.get(lease.delivery);
    return delivery && deliveries.change(delivery, { repeats: 'same', nextAt: now });
  }

  /** False: there is nothing left to tell (it was consumed, dismissed or delivered otherwise), and the ring is over. */
  isStillOpen(ring: Delivery): boolean {
    if (this.#isOpen(ring)) return true;
    this.happen(ring, 'close');
    return false;
  }

  /** Where it is over or given up by that, its notifications are free, and its session may hear the next. */
  happen(ring: Delivery, event: DeliveryEvent, change?: Change): Delivery {
    const next = this.#notifier.deliveries.happen(ring, event, change);
    if (next.state === 'dead' || isOver(next.state)) this.#notifier.dispatcher.free(next);
    return next;
  }

  admit(ring: Delivery): void {
    this.#notifier.dispatcher.acknowledge(idsOf(ring));
    this.happen(ring, 'confirm');
  }

  /** The session is no longer rung: what was to be told waits for another way. */
  drop(session: string): void {
    for (const ring of this.#ofSession(session)) this.happen(ring, 'close');
  }

  /** Lets what was given up be tried again, as one that may have arrived: so it is looked for first. How many. */
  revive(session: string, now: number): number {
    const dead = this.#ofSession(session).filter((ring) => ring.state === 'dead');
    for (const ring of dead) this.happen(ring, 'revive', { attempts: 0, nextAt: now });
    return dead.length;
  }

  /** What waits for its time is due now; what is due or being tried is left alone. How many. */
  retryNow(session: string, now: number): number {
    const waits = ({ state, nextAt }: Delivery) => state !== 'offered' && nextAt > now;
    const waiting = this.unfinished(session).filter(waits);
    for (const ring of waiting) this.#notifier.deliveries.change(ring, { nextAt: now });
    return waiting.length;
  }

  moveSession(from: string, to: string): void {
    for (const ring of this.#ofSession(from)) this.#notifier.deliveries.change(ring, { session: to });
  }

  #ofSession(session: string): Delivery[] {
    return this.#notifier.deliveries.ofSession(session).filter(isRing);
  }

  #isOpen(ring: Delivery): boolean {
    return this.#notifier.dispatcher.turns.isOpen(ring);
  }
}
