import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import { type BusyOptions, BusySessions } from './busy-sessions.ts';
import type { Delivery } from './deliveries.ts';
import { Holds } from './holds.ts';
import { isFinal } from './policy/life.ts';
import { type Lease, type Offered, type Subscriber, type Taker, type Turn, toTaker } from './taker.ts';
import { Turns, type TurnsOptions } from './turns.ts';
import { completionKey } from './types.ts';

type Options = Omit<TurnsOptions, 'holds'> &
  Pick<BusyOptions, 'busyLeaseMs'> & {
    /** How long a turn that was fetched may stay unacknowledged. */
    readonly leaseMs: number;
  };

/** Per session, in order, one turn at a time: who is offered what, next. */
export class Dispatcher {
  readonly #options: Options;
  /** Who is connected, in memory only. What they were given is in the table of deliveries. */
  readonly #subscribers = new Set<Subscriber>();
  readonly #holds = new Holds();
  readonly turns: Turns;
  readonly busy: BusySessions;
  /** Called with a session that has something to hear and nobody who listens. */
  onUnheard: (session: string) => void = () => {};
  /** Called with a session that has something to hear and is busy until then. */
  onDelayed: (session: string, until: number) => void = () => {};
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.turns = new Turns({ ...options, holds: this.#holds });
    this.busy = new BusySessions({
      ...options,
      isClosed: () => this.#isClosed,
      wake: (session) => this.wake(session),
    });
  }

  /** Something may have to be told to this session. */
  wake(session: string): void {
    untilStored(
      () => this.#isClosed,
      () => this.#giveNext(session),
    );
  }

  #giveNext(session: string): void {
    const subscribers = this.#subscribersOf(session);
    // Who listens hears it himself; only where nobody does is he rung.
    const subscriber = subscribers.find(({ way }) => way !== 'ring') ?? subscribers[0];
    if (!subscriber) this.onUnheard(session);
    if (!subscriber || this.#inFlight(session)) return;
    const until = this.busy.until(session);
    if (until > 0) {
      if (this.turns.hasFree(session)) this.onDelayed(session, until);
      return;
    }
    const turn = this.turns.offer(session, subscriber);
    if (!turn) return;
    subscriber.holding = turn.lease;
    failpoint('deliver:before-give');
    subscriber.give(turn);
    failpoint('deliver:after-give');
  }

  /** Turns as they come, until `signal` falls. The next one comes when the last was acknowledged. */
  async *subscribe(
    session: string,
    signal: AbortSignal,
    taker: Partial<Taker> = {},
  ): AsyncGenerator<Offered> {
    if (signal.aborted || this.#isClosed) return;
    // The next turn may be given while this one is being told.
    let arrival = Promise.withResolvers<Offered | null>();
    const subscriber: Subscriber = {
      session,
      give: (turn) => arrival.resolve(turn),
      leave: () => arrival.resolve(null),
      holding: null,
      ...toTaker(taker),
    };
    signal.addEventListener('abort', subscriber.leave);
    this.#subscribers.add(subscriber);
    try {
      this.wake(session);
      for (;;) {
        const turn = await arrival.promise;
        if (turn === null || signal.aborted) return;
        arrival = Promise.withResolvers();
        yield turn;
        if (signal.aborted || this.#isClosed) return;
      }
    } finally {
      signal.removeEventListener('abort', subscriber.leave);
      this.#subscribers.delete(subscriber);
      if (subscriber.holding) this.turns.release(subscriber.holding);
      this.wake(session);
    }
  }

  /** Everything pending, or as much as a turn may have, for a program that tells it itself right now: it counts as delivered. */
  drain(session: string): Turn | null {
    return this.#inFlight(session) ? null : this.turns.drain(session);
  }

  /** The same for somebody far away: it is delivered when acknowledged, and comes again when that does not happen. */
  lease(session: string, taker: Partial<Omit<Taker, 'way'>> = {}): Offered | null {
    if (this.#inFlight(session)) return null;
    return this.#leased(this.turns.offer(session, toTaker({ ...taker, way: 'inline' })));
  }

  /** The completion of a process, for somebody who shows the end in another way and acknowledges that. */
  leaseEnd(processId: string): string | undefined {
    const completion = this.#options.ledger.byKey(completionKey(processId));
    if (!completion || isFinal(completion.state)) return undefined;
    this.#leased(this.turns.offerAlone(completion));
    return completion.id;
  }

  #leased<T extends Offered | null>(turn: T): T {
    if (turn) setTimeout(() => this.#release(turn.lease), this.#options.leaseMs).unref();
    return turn;
  }

  /** The turn that its subscriber holds, with what came meanwhile; null when nothing of it is left to tell. */
  refresh({ session, lease }: Offered): Offered | null {
    const holder = this.#subscribersOf(session).find((one) => one.holding === lease);
    if (!holder || !this.turns.isHeld(lease)) return null;
    const turn = this.turns.renew(lease, holder);
    holder.holding = turn?.lease ?? null;
    return turn;
  }

  /** Somebody takes the turns of this session as they come. */
  hasSubscriber(session: string): boolean {
    return this.#subscribersOf(session).length > 0;
  }

  /** What was handed out with them is free again at once. */
  giveBack(ids: readonly string[]): void {
    if (!this.#isClosed) for (const one of this.turns.having(ids)) this.free(one);
  }

  /** It is over, or whoever has it gives it back: its session may hear the next. */
  free(delivery: Delivery): void {
    this.turns.free(delivery);
    this.#wakeFor(delivery);
  }

  /** Its time is over. */
  #release(lease: Lease): void {
    if (!this.turns.release(lease) || this.#isClosed) return;
    const delivery = this.#options.deliveries.get(lease.delivery);
    if (delivery) this.#wakeFor(delivery);
  }

  /** They arrived. How many of them were still open. */
  acknowledge(ids: readonly string[]): number {
    failpoint('deliver:before-acknowledge');
    const { count, over } = this.turns.acknowledge(ids);
    failpoint('deliver:after-acknowledge');
    for (const one of over) this.#wakeFor(one);
    return count;
  }

  /** Its session, and that of whoever holds it: it may have been moved meanwhile. */
  #wakeFor({ id, session }: Delivery): void {
    const holders = [...this.#subscribers].filter(({ holding }) => holding?.delivery === id);
    for (const one of new Set([session, ...holders.map((holder) => holder.session)])) this.wake(one);
  }

  /** A session's deliveries go to another: whoever holds one has lost it. */
  moveSession(from: string, to: string): void {
    const { deliveries } = this.#options;
    for (const one of deliveries.ofSession(from)) {
      deliveries.change(one, { session: to });
      this.turns.free(one);
    }
  }

  /** Nothing about this process goes out until the returned function is called; it may be of another session then. */
  hold(processId: string): () => void {
    const release = this.#holds.hold(processId);
    return () => {
      release();
      if (this.#isClosed) return;
      const open = this.#options.ledger.openOfProcess(processId);
      for (const session of new Set(open.map((one) => one.session))) this.wake(session);
    };
  }

  /** Whoever listens is sent away; what it was given and did not acknowledge stays open. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#subscribers) one.leave();
  }

  #subscribersOf(session: string): Subscriber[] {
    return [...this.#subscribers].filter((one) => one.session === session);
  }

  /** A subscriber has a turn that is not acknowledged yet: nothing else goes out meanwhile. */
  #inFlight(session: string): boolean {
    return this.#subscribersOf(session).some(({ holding }) => holding !== null && this.turns.isHeld(holding));
  }
}
