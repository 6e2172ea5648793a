import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { Store } from '../engine/extension.ts';
import { isAfterCompletion } from './after-completion.ts';
import { chooseDeliverable } from './deliverable.ts';
import type { FrozenTurns } from './frozen-turns.ts';
import { Holds } from './holds.ts';
import type { Ledger, Notification } from './ledger.ts';
import type { OwedAnswers } from './owed.ts';
import type { Way } from './policy/consumption.ts';
import { isFinal } from './policy/life.ts';
import {
  anything,
  type BusyLease,
  type Hearing,
  handedOut,
  idsOf,
  isUsed,
  type MayTell,
  newQueue,
  type Queue,
  type Subscriber,
  type Turn,
} from './queue.ts';
import { fillTurn } from './render.ts';
import { completionKey, typeRow } from './types.ts';

type Options = {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly owed: OwedAnswers;
  readonly frozen: FrozenTurns;
  /** How long a drained turn may stay unacknowledged. */
  readonly leaseMs: number;
  now(): number;
};

/** Per session, in order, one turn at a time. The ledger decides what is told; this decides when and to whom. */
export class Dispatcher {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #owed: OwedAnswers;
  readonly #frozen: FrozenTurns;
  readonly #leaseMs: number;
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();
  readonly #holds = new Holds();
  /** Called with a session that has something to hear and nobody who listens. */
  onUnheard: (session: string) => void = () => {};
  #isClosed = false;

  constructor({ store, ledger, owed, frozen, leaseMs, now }: Options) {
    this.#store = store;
    this.#ledger = ledger;
    this.#owed = owed;
    this.#frozen = frozen;
    this.#leaseMs = leaseMs;
    this.#now = now;
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
    if (!queue || !subscriber || queue.busy.size > 0 || queue.inFlight) return;
    const turn = this.#next(session, subscriber);
    if (!turn) return;
    queue.inFlight = { ids: idsOf(turn), to: subscriber };
    failpoint('deliver:before-give');
    subscriber.give(turn);
    failpoint('deliver:after-give');
  }

  /** Turns as they come, until `signal` falls. The next one comes when the last was acknowledged. */
  async *subscribe(session: string, signal: AbortSignal, hearing: Hearing = {}): AsyncGenerator<Turn> {
    if (signal.aborted || this.#isClosed) return;
    // The next turn may be given while this one is being told.
    let arrival = Promise.withResolvers<Turn | null>();
    const subscriber: Subscriber = {
      give: (turn) => arrival.resolve(turn),
      leave: () => arrival.resolve(null),
      way: 'autonomous',
      mayTell: anything,
      freezes: false,
      ...hearing,
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
    if (this.#queues.get(session)?.inFlight) return null;
    return this.#take(session, 'inline', 'delivered');
  }

  /**
   * The same for somebody far away: it is delivered when acknowledged, and comes again when that does not happen.
   */
  lease(session: string, { mayTell = anything, freezes = false }: Omit<Hearing, 'way'> = {}): Turn | null {
    if (this.#queues.get(session)?.inFlight) return null;
    const turn = this.#next(session, { way: 'inline', mayTell, freezes });
    if (!turn) return null;
    this.#addLease(session, idsOf(turn));
    return turn;
  }

  /** The completion of a process, for somebody who shows the end in another way and acknowledges that. */
  leaseEnd(processId: string): string | undefined {
    const completion = this.#ledger.byKey(completionKey(processId));
    if (!completion || isFinal(completion.state)) return undefined;
    const { id, session } = completion;
    this.#store.transaction(() => {
      this.#frozen.dissolve(session, new Set([id]));
      this.#ledger.markSent([id], this.#now());
    });
    this.#addLease(session, new Set([id]));
    return id;
  }

  #addLease(session: string, ids: ReadonlySet<string>): void {
    const queue = this.#queue(session);
    queue.leases.add(ids);
    setTimeout(() => this.#release(session, queue, ids), this.#leaseMs).unref();
  }

  /** The turn that its subscriber holds, with what came meanwhile; null when nothing of it is left to tell. */
  refresh(session: string): Turn | null {
    const queue = this.#queues.get(session);
    const to = queue?.inFlight?.to;
    if (!queue || !to) return null;
    const turn = this.#take(session, to.way, 'sent', to.mayTell);
    queue.inFlight = turn && { ids: idsOf(turn), to };
    return turn;
  }

  /** Whether something is to be told that nobody else is telling, or will. */
  hasFree(session: string, mayTell: MayTell): boolean {
    const now = this.#now();
    return this.#ledger.openOf(session).some((one) => this.#isFree(one, now) && mayTell(one));
  }

  /** Somebody takes the turns of this session as they come. */
  hasSubscriber(session: string): boolean {
    return (this.#queues.get(session)?.subscribers.length ?? 0) > 0;
  }

  /** What was handed out with them is free again at once. They may have been moved to another session since. */
  giveBack(ids: readonly string[]): void {
    for (const [session, queue] of this.#queues) {
      for (const held of handedOut(queue)) {
        if (ids.some((id) => held.has(id))) this.#release(session, queue, held);
      }
    }
  }

  /** They arrived. How many of them were still open. */
  acknowledge(ids: readonly string[]): number {
    failpoint('deliver:before-acknowledge');
    const known = this.#ledger.byIds(ids);
    const count = this.#store.transaction(() => {
      for (const session of new Set(known.map((one) => one.session)))
        this.#frozen.dissolve(session, new Set(ids));
      return this.#deliver(known);
    });
    failpoint('deliver:after-acknowledge');
    this.giveBack(ids);
    return count;
  }

  /**
   * While a session has a turn of its own its notifications wait, and then go out as one. Who says so has to say it
   * again before the lease is over: a program that was killed in its turn says nothing any more.
   */
  setBusy(session: string, isBusy: boolean, { holder, leaseMs }: BusyLease): void {
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
  hold(processId: string, sessionOf: () => string | undefined): () => void {
    const release = this.#holds.holdProcess(processId);
    return () => {
      release();
      const session = this.#isClosed ? undefined : sessionOf();
      if (session !== undefined) this.wake(session);
    };
  }

  /** Nothing of these goes out until the returned function is called. */
  withhold(ids: readonly string[]): () => void {
    return this.#holds.holdNotifications(ids);
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
      queue = newQueue();
      this.#queues.set(session, queue);
    }
    return queue;
  }

  /** The turn that was not acknowledged, as it was; else a new one. None while somebody holds the last one. */
  #next(session: string, { way, mayTell, freezes }: Required<Hearing>): Turn | null {
    if (!freezes) return this.#take(session, way, 'sent', mayTell);
    return this.#store.transaction(() => {
      const [oldest] = this.#frozenOf(session);
      if (oldest) return this.#isHandedOut(session, oldest.notifications) ? null : oldest;
      const turn = this.#take(session, way, 'sent', mayTell);
      if (turn) this.#frozen.add(session, [...idsOf(turn)], turn.text);
      return turn;
    });
  }

  /** Those of which something is still to be told; the others are forgotten on the way. */
  #frozenOf(session: string): Turn[] {
    return this.#frozen.ofSession(session).flatMap((frozen) => {
      const notifications = this.#ledger.byIds(frozen.ids);
      if (notifications.some((one) => !isFinal(one.state)))
        return [{ session, notifications, text: frozen.text }];
      this.#frozen.remove(frozen);
      return [];
    });
  }

  #isHandedOut(session: string, notifications: readonly Notification[]): boolean {
    const queue = this.#queues.get(session);
    return queue !== undefined && handedOut(queue).some((ids) => notifications.some(({ id }) => ids.has(id)));
  }

  /** Decides what may be told, writes down what may not, and marks the rest. */
  #take(session: string, way: Way, as: 'sent' | 'delivered', mayTell: MayTell = anything): Turn | null {
    return this.#store.transaction(() => {
      const now = this.#now();
      const leases = this.#queues.get(session)?.leases ?? [];
      const isLeased = (id: string) => [...leases].some((lease) => lease.has(id));
      const open = this.#ledger
        .openOf(session)
        .filter((one) => this.#isFree(one, now) && !isLeased(one.id) && mayTell(one));
      const { tell, settle } = chooseDeliverable(
        open,
        way,
        (processId) => this.#ledger.byKey(completionKey(processId))?.state,
      );
      for (const { id, state, rule } of settle) this.#ledger.settle([id], state, rule, now);
      if (tell.length === 0) return null;
      failpoint('deliver:before-mark');
      const { told, text } = fillTurn(tell);
      this.#frozen.dissolve(session, new Set(told.map((one) => one.id)));
      this.#ledger.markSent(
        told.map((one) => one.id),
        now,
      );
      if (as === 'delivered') this.#deliver(told);
      return { session, notifications: told, text };
    });
  }

  /** Nobody else is telling it, or will. */
  #isFree(one: Notification, now: number): boolean {
    if (this.#holds.holds(one)) return false;
    if (typeRow(one.type).about !== 'end' || one.processId === null) return true;
    return !this.#owed.isOpen(one.processId, now);
  }

  /** Nothing about a process is told once its completion was (docs/behaviour.md, rule 4). */
  #deliver(notifications: readonly Notification[]): number {
    const now = this.#now();
    const count = this.#ledger.settle(
      notifications.map((one) => one.id),
      'delivered',
      null,
      now,
    );
    for (const { type, processId } of notifications) {
      if (typeRow(type).about === 'end' && processId) this.silence(processId, now);
    }
    return count;
  }

  /** Its completion was delivered or consumed: what else was queued about it never goes out. */
  silence(processId: string, now: number): void {
    const late = this.#ledger
      .openOfProcess(processId)
      .filter((one) => isAfterCompletion(one.type, 'delivered'));
    this.#ledger.settle(
      late.map((one) => one.id),
      'suppressed',
      'after_completion',
      now,
    );
  }

  #leave(session: string, subscriber: Subscriber): void {
    const queue = this.#queues.get(session);
    if (!queue) return;
    queue.subscribers.splice(queue.subscribers.indexOf(subscriber), 1);
    if (queue.inFlight?.to === subscriber) queue.inFlight = null;
    this.wake(session);
    this.#forgetIfUnused(session, queue);
  }

  #release(session: string, queue: Queue, ids: ReadonlySet<string>): void {
    if (queue.inFlight?.ids === ids) queue.inFlight = null;
    else if (!queue.leases.delete(ids)) return;
    this.wake(session);
    this.#forgetIfUnused(session, queue);
  }

  #forgetIfUnused(session: string, queue: Queue): void {
    if (!isUsed(queue) && this.#queues.get(session) === queue) this.#queues.delete(session);
  }
}
