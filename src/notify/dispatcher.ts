import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { Delivery } from './deliveries.ts';
import { Holds } from './holds.ts';
import { isFinal } from './policy/life.ts';
import {
  type BusyLease,
  type Lease,
  type Offered,
  type Queue,
  type Subscriber,
  type Taker,
  type Turn,
  toTaker,
} from './queue.ts';
import { Turns, type TurnsOptions } from './turns.ts';
import { completionKey } from './types.ts';

type Options = Omit<TurnsOptions, 'holds'> & {
  /** How long a turn that was fetched may stay unacknowledged. */
  readonly leaseMs: number;
  /** How long a session is busy by default. */
  readonly busyLeaseMs: number;
};

/** Per session, in order, one turn at a time: who is offered what, next. */
export class Dispatcher {
  readonly #options: Options;
  readonly #queues = new Map<string, Queue>();
  readonly #holds = new Holds();
  readonly #turns: Turns;
  /** Called with a session that has something to hear and nobody who listens. */
  onUnheard: (session: string) => void = () => {};
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#turns = new Turns({ ...options, holds: this.#holds });
  }

  /** Something may have to be told to this session. */
  wake(session: string): void {
    untilStored(
      () => this.#isClosed,
      () => this.#giveNext(session),
    );
  }

  #giveNext(session: string): void {
    const queue = this.#queues.get(session);
    const subscriber = queue?.subscribers[0];
    if (!subscriber) this.onUnheard(session);
    if (!queue || !subscriber || queue.busy.size > 0 || this.#inFlight(session)) return;
    const turn = this.#turns.offer(session, subscriber);
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
      give: (turn) => arrival.resolve(turn),
      leave: () => arrival.resolve(null),
      holding: null,
      ...toTaker(taker),
    };
    signal.addEventListener('abort', subscriber.leave);
    this.#queue(session).subscribers.push(subscriber);
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
      this.#leave(session, subscriber);
    }
  }

  /** Everything pending, or as much as a turn may have, for a program that tells it itself right now: it counts as delivered. */
  drain(session: string): Turn | null {
    return this.#inFlight(session) ? null : this.#turns.drain(session);
  }

  /** The same for somebody far away: it is delivered when acknowledged, and comes again when that does not happen. */
  lease(session: string, taker: Partial<Omit<Taker, 'way'>> = {}): Offered | null {
    if (this.#inFlight(session)) return null;
    return this.#leased(this.#turns.offer(session, toTaker({ ...taker, way: 'inline' })));
  }

  /** The completion of a process, for somebody who shows the end in another way and acknowledges that. */
  leaseEnd(processId: string): string | undefined {
    const completion = this.#options.ledger.byKey(completionKey(processId));
    if (!completion || isFinal(completion.state)) return undefined;
    this.#leased(this.#turns.offerAlone(completion));
    return completion.id;
  }

  #leased<T extends Offered | null>(turn: T): T {
    if (turn) setTimeout(() => this.#release(turn.lease), this.#options.leaseMs).unref();
    return turn;
  }

  /** The turn that its subscriber holds, with what came meanwhile; null when nothing of it is left to tell. */
  refresh({ session, lease }: Offered): Offered | null {
    const holder = this.#queues.get(session)?.subscribers.find((one) => one.holding === lease);
    if (!holder || !this.#turns.isHeld(lease)) return null;
    const turn = this.#turns.renew(lease, holder);
    holder.holding = turn?.lease ?? null;
    return turn;
  }

  /** Whether something is to be told that nobody else is telling, or will. */
  hasFree(session: string): boolean {
    return this.#turns.hasFree(session);
  }

  /** Somebody takes the turns of this session as they come. */
  hasSubscriber(session: string): boolean {
    return (this.#queues.get(session)?.subscribers.length ?? 0) > 0;
  }

  /** What was handed out with them is free again at once. */
  giveBack(ids: readonly string[]): void {
    if (!this.#isClosed) for (const one of this.#turns.having(ids)) this.free(one);
  }

  /** It is over, or whoever has it gives it back: its session may hear the next. */
  free(delivery: Delivery): void {
    this.#turns.free(delivery);
    this.#wakeFor(delivery);
  }

  /** Its time is over. */
  #release(lease: Lease): void {
    if (!this.#turns.release(lease) || this.#isClosed) return;
    const delivery = this.#options.deliveries.get(lease.delivery);
    if (delivery) this.#wakeFor(delivery);
  }

  /** They arrived. How many of them were still open. */
  acknowledge(ids: readonly string[]): number {
    failpoint('deliver:before-acknowledge');
    const { count, over } = this.#turns.acknowledge(ids);
    failpoint('deliver:after-acknowledge');
    for (const one of over) this.#wakeFor(one);
    return count;
  }

  /** Its session, and that of whoever holds it: it may have been moved meanwhile. */
  #wakeFor({ id, session }: Delivery): void {
    const holds = ({ holding }: Subscriber) => holding?.delivery === id;
    const others = [...this.#queues].filter(([, { subscribers }]) => subscribers.some(holds));
    for (const one of new Set([session, ...others.map(([name]) => name)])) this.wake(one);
  }

  /** A session's deliveries go to another: whoever holds one has lost it. */
  moveSession(from: string, to: string): void {
    const { deliveries } = this.#options;
    for (const one of deliveries.ofSession(from)) {
      deliveries.move(one, to);
      this.#turns.free(one);
    }
  }

  /**
   * While a session has a turn of its own its notifications wait, and then go out as one. Who says so has to say it
   * again before the lease is over: a program that was killed in its turn says nothing any more.
   */
  setBusy(
    session: string,
    isBusy: boolean,
    { holder = '', leaseMs = this.#options.busyLeaseMs }: BusyLease = {},
  ): void {
    const queue = this.#queue(session);
    clearTimeout(queue.busy.get(holder));
    if (isBusy) {
      const end = setTimeout(() => this.setBusy(session, false, { holder, leaseMs }), leaseMs).unref();
      queue.busy.set(holder, end);
      return;
    }
    queue.busy.delete(holder);
    this.wake(session);
    this.#forgetIfUnused(session, queue);
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

  /** Its completion was delivered or consumed: what else was queued about it never goes out. */
  silence(processId: string): void {
    this.#turns.silence(processId);
  }

  prune(): void {
    this.#turns.prune();
  }

  /** Whoever listens is sent away; what it was given and did not acknowledge stays open. */
  close(): void {
    this.#isClosed = true;
    for (const { subscribers, busy } of this.#queues.values()) {
      for (const one of subscribers) one.leave();
      for (const lease of busy.values()) clearTimeout(lease);
    }
  }

  #queue(session: string): Queue {
    let queue = this.#queues.get(session);
    if (!queue) {
      queue = { subscribers: [], busy: new Map() };
      this.#queues.set(session, queue);
    }
    return queue;
  }

  /** A subscriber has a turn that is not acknowledged yet: nothing else goes out meanwhile. */
  #inFlight(session: string): boolean {
    const subscribers = this.#queues.get(session)?.subscribers ?? [];
    return subscribers.some(({ holding }) => holding !== null && this.#turns.isHeld(holding));
  }

  #leave(session: string, subscriber: Subscriber): void {
    const queue = this.#queues.get(session);
    if (!queue) return;
    queue.subscribers.splice(queue.subscribers.indexOf(subscriber), 1);
    if (subscriber.holding) this.#turns.release(subscriber.holding);
    this.wake(session);
    this.#forgetIfUnused(session, queue);
  }

  #forgetIfUnused(session: string, queue: Queue): void {
    const isUsed = queue.subscribers.length > 0 || queue.busy.size > 0;
    if (!isUsed && this.#queues.get(session) === queue) this.#queues.delete(session);
  }
}
