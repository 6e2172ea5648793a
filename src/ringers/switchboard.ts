import { withinMs } from '../base/within-ms.ts';
import type { Store } from '../engine/extension.ts';
import { Reminder } from '../engine/reminder.ts';
import type { Delivery } from '../notify/deliveries.ts';
import type { Notifier } from '../notify/notifier.ts';
import { type Binding, Bindings, type Rule } from './bindings.ts';
import { loadRinger, ringerKinds } from './kinds.ts';
import { RingQueue } from './ring-queue.ts';
import { Rings } from './rings.ts';
import { prepareRingerSchema } from './schema.ts';

export type SwitchboardOptions = {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly rules: readonly Rule[];
  /** Starts a daemon: run when this one is killed with something to ring. */
  readonly wakeCommand?: readonly string[];
  /** Errors that are nobody's input: for daemon.log. */
  report(error: unknown): void;
};

/** How long tries that are under way may still take when the daemon leaves. */
const LAST_TRIES_MS = 1_000;

/** Every session that has a ringer has a queue here, which gives the agent its turns. */
export class Switchboard {
  readonly #options: SwitchboardOptions;
  readonly #bindings: Bindings;
  readonly #rings: Rings;
  readonly #reminder: Reminder;
  readonly #queues = new Map<string, RingQueue>();
  /** Lines that were cut and have not ended yet, by session. */
  readonly #ending = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(options: SwitchboardOptions) {
    this.#options = options;
    const { store, notifier } = options;
    prepareRingerSchema(store.database);
    this.#bindings = new Bindings(store.database, options.rules);
    this.#rings = new Rings(notifier);
    this.#reminder = new Reminder(options.wakeCommand ?? []);
  }

  /** Takes up every queue that has something to do: rings that an earlier engine left, or something to hear. */
  async open(): Promise<void> {
    const { notifier, rules } = this.#options;
    // So that a rule that is wrong is known as wrong before anybody is promised a turn.
    const kinds = new Set([...rules, ...this.#bindings.all()].map(({ kind }) => kind));
    await Promise.allSettled(Array.from(kinds, loadRinger));
    notifier.dispatcher.onUnheard = (session) => this.connect(session);
    // Whoever kills us meanwhile, somebody comes back for it.
    notifier.dispatcher.onDelayed = (session, until) => {
      if (this.has(session)) setTimeout(this.#reminder.need(), until - Date.now()).unref();
    };
    for (const { session } of this.#rings.list()) if (!this.connect(session)) this.#rings.drop(session);
    for (const session of notifier.ledger.openSessions()) this.connect(session);
  }

  /** Something is still to be told, and somebody can be: a daemon must not leave. */
  get isBusy(): boolean {
    const { notifier } = this.#options;
    const canBeRung = (session: string) => this.#queues.get(session)?.problem === '';
    if (this.#rings.list().some((ring) => ring.state !== 'dead' && canBeRung(ring.session))) return true;
    return notifier.ledger
      .openSessions()
      .some((session) => canBeRung(session) && notifier.dispatcher.turns.hasFree(session));
  }

  /** The session has a queue if it has a ringer. True: it has. */
  connect(session: string): boolean {
    if (this.#queues.has(session)) return true;
    if (this.#isClosed) return false;
    const binding = this.#bindings.get(session);
    if (!binding) return false;
    const { notifier, report } = this.#options;
    const after = this.#ending.get(session) ?? Promise.resolve();
    this.#queues.set(
      session,
      new RingQueue({ binding, notifier, rings: this.#rings, reminder: this.#reminder, after, report }),
    );
    return true;
  }

  set(binding: Binding & { readonly origin: 'user' | 'agent' }): void {
    const { session } = binding;
    const now = Date.now();
    const before = this.#bindings.get(session);
    this.#bindings.set(binding, now);
    if (!isSameRinger(before, this.#bindings.get(session))) {
      this.#cut(session, 'abort');
      // It was given up as it was; now it is otherwise.
      this.#rings.revive(session, now);
    }
    this.connect(session);
  }

  remove(session: string): boolean {
    const wasThere = this.#bindings.remove(session);
    this.#cut(session, 'abort');
    // The configuration may still have one for it.
    if (!this.connect(session)) this.#rings.drop(session);
    return wasThere;
  }

  /** Somebody can be rung there, as far as is known. */
  has(session: string): boolean {
    return this.connect(session) && this.problem(session) === '';
  }

  /** A conversation of our own agent, which nobody has bound otherwise. */
  isOwn(session: string): boolean {
    return this.#bindings.get(session)?.origin === 'own';
  }

  /** What a call of the session brought along; never against what a person has decided. */
  register(session: string, { kind, settings }: Pick<Binding, 'kind' | 'settings'>): void {
    if (ringerKinds().includes(kind)) this.set({ session, kind, settings, origin: 'agent' });
    // It calls, so it is there again: no reason to let it wait for its time.
    if (this.#rings.retryNow(session, Date.now()) > 0) this.#renew(session);
  }

  binding(session: string): Binding | undefined {
    return this.#bindings.get(session);
  }

  /** Why it cannot be rung; empty when it can. */
  problem(session: string): string {
    return this.#queues.get(session)?.problem ?? '';
  }

  /** Those that were set, and those by a pattern that have a queue. */
  bindings(): Binding[] {
    const sessions = new Set([...this.#bindings.all().map((one) => one.session), ...this.#queues.keys()]);
    return [...sessions].sort().flatMap((session) => this.#bindings.get(session) ?? []);
  }

  /** Without those of which nothing is left to tell. */
  rings(): Delivery[] {
    return this.#rings.list();
  }

  /** Tries at once what waits, and again what was given up. How many. */
  retry(session: string): number {
    if (!this.#bindings.get(session)) return 0;
    const now = Date.now();
    const count = this.#rings.retryNow(session, now) + this.#rings.revive(session, now);
    if (count > 0) this.#renew(session);
    return count;
  }

  /** `move` moves what belongs to the session beside its ringer. */
  moveSession(from: string, to: string, move: () => void): void {
    if (from === to) {
      move();
      return;
    }
    this.#cut(from, 'leave');
    this.#cut(to, 'leave');
    this.#await(to, this.#ending.get(from));
    this.#options.store.transaction(() => {
      this.#rings.moveSession(from, to);
      this.#bindings.move(from, to, Date.now());
    });
    move();
    if (!this.connect(to)) this.#rings.drop(to);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const queues = [...this.#queues.values()];
    for (const session of [...this.#queues.keys()]) this.#cut(session, 'leave');
    const ended = Promise.all(this.#ending.values());
    await withinMs(LAST_TRIES_MS, ended);
    for (const queue of queues) queue.abort();
    await withinMs(LAST_TRIES_MS, ended);
    this.#reminder.close();
  }

  /** The queue looks again at what there is to do. */
  #renew(session: string): void {
    this.#cut(session, 'leave');
    this.connect(session);
  }

  #cut(session: string, how: 'leave' | 'abort'): void {
    const queue = this.#queues.get(session);
    if (!queue) return;
    queue[how]();
    this.#queues.delete(session);
    this.#await(session, queue.closed);
  }

  #await(session: string, closed: Promise<void> | undefined): void {
    if (!closed) return;
    const all = Promise.all([this.#ending.get(session), closed]).then(() => {
      if (this.#ending.get(session) === all) this.#ending.delete(session);
    });
    this.#ending.set(session, all);
  }
}

function isSameRinger(one: Binding | undefined, other: Binding | undefined): boolean {
  return one?.kind === other?.kind && JSON.stringify(one?.settings) === JSON.stringify(other?.settings);
}
