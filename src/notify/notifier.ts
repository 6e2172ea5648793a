import { type Config, defaultConfig } from '../base/config.ts';
import { RingbackError } from '../base/errors.ts';
import { untilStored } from '../base/until-stored.ts';
import type { EngineExtension, ExtensionHost } from '../engine/extension.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { createRedactor, type Redactor } from '../redact/redactor.ts';
import type { DelegationEvent, NotificationEvent, OtherEvent, ReadyPlace } from '../wire/events.ts';
import { noteAct } from './acts.ts';
import type { SuppressRule } from './after-completion.ts';
import { BreakerClock } from './breaker-clock.ts';
import { sayCompletion } from './completion.ts';
import type { Fact, NotifyContext } from './context.ts';
import { Deadlines } from './deadlines.ts';
import { Deliveries } from './deliveries.ts';
import { Dispatcher } from './dispatcher.ts';
import { isEndTold } from './end-told.ts';
import { handIn } from './hand-in.ts';
import { Ledger, type Notification } from './ledger.ts';
import { closeSession, moveSession } from './move-session.ts';
import { takeNotice } from './notices.ts';
import { changeNotifyOptions, type NotifyOptions } from './notify-options.ts';
import type { Act } from './policy/consumption.ts';
import { PromisedResults } from './promised-results.ts';
import { Prompts } from './prompts.ts';
import { readyPlace } from './ready/place.ts';
import { Readiness } from './ready/readiness.ts';
import { say } from './say.ts';
import { prepareNotifySchema } from './schema.ts';
import { Sessions } from './sessions.ts';
import { Turnstile } from './turnstile.ts';
import { type UntilMatch, type UntilRequest, waitUntil } from './wait-until.ts';
import { isWaiting } from './waiting.ts';
import { WatchRows } from './watch-rows.ts';
import { Watchers } from './watchers.ts';
import { withdraw } from './withdraw.ts';

export type NotifierOptions = {
  readonly config?: Config;
  readonly redactor?: Redactor;
  /** Hears of what others may wait for, in the transaction in which it happens. */
  readonly onFact?: (fact: Fact) => void;
  readonly now?: () => number;
};

const PRUNE_EVERY_MS = 3_600_000;

/** Everything about telling a session something. Each verb has a file of its own; this is the list of them. */
export class Notifier {
  readonly #context: NotifyContext;
  readonly #clock: BreakerClock;
  readonly #watchers: Watchers;
  readonly #deadlines: Deadlines;
  readonly #readiness: Readiness;
  readonly #pruning: NodeJS.Timeout;
  /** What was said, and what became of it. */
  readonly ledger: Ledger;
  /** What is under way to somebody. */
  readonly deliveries: Deliveries;
  /** Who is offered what, next. */
  readonly dispatcher: Dispatcher;
  readonly results: PromisedResults;
  readonly prompts: Prompts;
  #isClosed = false;

  constructor(host: ExtensionHost, options: NotifierOptions = {}) {
    const { database } = host.store;
    prepareNotifySchema(host.store);
    const config = options.config ?? defaultConfig;
    const now = options.now ?? Date.now;
    this.ledger = new Ledger(database);
    this.deliveries = new Deliveries(database);
    this.dispatcher = new Dispatcher({
      store: host.store,
      ledger: this.ledger,
      deliveries: this.deliveries,
      leaseMs: config.leaseMs,
      busyLeaseMs: config.busyLeaseMs,
      longestPromiseMs: config.historyMs,
      now,
    });
    this.#context = {
      host,
      config,
      ledger: this.ledger,
      deliveries: this.deliveries,
      watches: new WatchRows(database),
      sessions: new Sessions(database),
      dispatcher: this.dispatcher,
      redactor: options.redactor ?? createRedactor({ enabled: config.redactSecrets }),
      turnstile: new Turnstile(),
      onFact: options.onFact ?? (() => {}),
      now,
    };
    this.results = new PromisedResults(this.#context);
    this.prompts = new Prompts(this.#context);
    this.#clock = new BreakerClock(this.#context);
    this.#watchers = new Watchers(this.#context, () => this.#clock.schedule());
    this.#deadlines = new Deadlines(this.#context);
    this.#readiness = new Readiness(this.#context);
    this.#clock.schedule();
    this.#pruneHistory();
    this.#pruning = setInterval(() => this.#pruneHistory(), PRUNE_EVERY_MS).unref();
  }

  /** The moments of the engine in which notifications are made. */
  get extension(): EngineExtension {
    return {
      running: (process) => {
        this.#watchers.begin(process);
        this.#deadlines.begin(process);
        this.#readiness.begin(process);
      },
      noticed: (process, notice) => takeNotice(this.#context, process, notice),
      beforeEnd: (process, finalOffset) =>
        both(this.#watchers.finish(process, finalOffset), this.#readiness.finish(process, finalOffset)),
      ended: (process, wasKnown) => {
        this.#watchers.end(process.id);
        this.#deadlines.end(process.id);
        this.#readiness.end(process.id);
        withdraw(this.#context, `needs_input:${process.id}`);
        withdraw(this.#context, `quiet:${process.id}`);
        // Of a keep that only a new database does not know everybody was told long ago.
        if (wasKnown && isEndTold(process, this.#context.watches.get(process.id)))
          sayCompletion(this.#context, process);
      },
      mayRemove: (id) => {
        const { ledger, deliveries, now, config } = this.#context;
        // What nobody fetches is told when somebody does, but does not keep its process for ever.
        const since = now() - config.historyMs;
        return !ledger.hasOpen(id, since) && !deliveries.isPromised(id, since);
      },
      removed: (id) => {
        this.#context.watches.remove(id);
        this.deliveries.remove(id);
        this.prompts.forget(id);
      },
    };
  }

  /** By a person: it is not told any more. */
  dismiss(ids: readonly string[]): number {
    const { ledger, now } = this.#context;
    return ledger.settle(ids, 'dismissed', null, now());
  }

  find(id: string): Notification | undefined {
    return this.#context.ledger.byIds([id])[0];
  }

  /** Hands in an event of a program's own. The same one twice is told once. */
  notify(session: string, event: DelegationEvent | OtherEvent, id?: string): Notification {
    return handIn(this.#context, session, event, id);
  }

  /** Writes a notification of a layer above, inside the transaction of its cause. `since`: when what it is about began. */
  say(event: NotificationEvent, since: number): void {
    say(this.#context, event, since);
  }

  /** A newer one stands for those that nobody was given yet; gives them back. Inside its transaction. */
  supersede(keyPrefix: string): readonly Notification[] {
    return withdraw(this.#context, keyPrefix, undefined, 'superseded');
  }

  /** Changes what a running process reports. */
  async changeNotifyOptions(id: string, change: NotifyOptions): Promise<ProcessSnapshot> {
    return changeNotifyOptions(this.#context, this.#watchers, id, change);
  }

  /** The session was shown the end of a process by what it did itself. */
  noteAct(processId: string, session: string, act: Act): void {
    noteAct(this.#context, processId, session, act);
  }

  /** The first line that satisfies a pattern; null when the process ended without one, or the signal fell. */
  waitUntil(processId: string, request: UntilRequest): Promise<UntilMatch | null> {
    return waitUntil(this.#context, processId, request);
  }

  /** True: it is ready. False: it ended before, or the signal fell. */
  waitForReady(processId: string, signal: AbortSignal): Promise<boolean> {
    return this.#readiness.wait(processId, signal);
  }

  /** Where it could be reached when it was ready, as its notification says. */
  readyPlace(processId: string): ReadyPlace {
    return readyPlace(this.#context, processId);
  }

  isWaiting(processId: string): boolean {
    return isWaiting(this.#find(processId), this.#context.watches.get(processId));
  }

  hasMatched(processId: string): boolean {
    return this.#context.watches.get(processId)?.hasMatched ?? false;
  }

  moveSession(from: string, to: string, options: { readonly reopens?: boolean } = {}): void {
    moveSession(this.#context, from, to, options);
  }

  /** They are not told any more, by a rule of a layer above. */
  giveUp(ids: readonly string[], rule: SuppressRule): void {
    const { ledger, now } = this.#context;
    ledger.settle(ids, 'suppressed', rule, now());
  }

  /** How many of its notifications will never be told. */
  closeSession(session: string): number {
    return closeSession(this.#context, session);
  }

  /** That it was closed need not be remembered: nothing of it is left. */
  forgetSession(session: string): void {
    this.#context.sessions.open(session);
  }

  /** Whether something is still to be said by itself. */
  get hasOpenTimer(): boolean {
    return this.#clock.isTicking;
  }

  /** Before the engine closes. What is open stays open, for the next. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pruning);
    this.#clock.close();
    this.#watchers.close();
    this.#deadlines.close();
    this.#readiness.close();
    this.dispatcher.close();
  }

  #find(processId: string): ProcessSnapshot | undefined {
    try {
      return this.#context.host.get(processId);
    } catch (error) {
      if (error instanceof RingbackError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  #pruneHistory(): void {
    const { ledger, watches, dispatcher, config, now } = this.#context;
    untilStored(
      () => this.#isClosed,
      () => {
        ledger.prune(now() - config.historyMs, config.historyCount);
        dispatcher.turns.prune();
        watches.forgetCalmBreakers(now() - config.breakerWindowMs);
      },
    );
  }
}

/** Both have to agree; undefined: neither has anything to see to. */
function both(
  one: Promise<boolean> | undefined,
  other: Promise<boolean> | undefined,
): Promise<boolean> | undefined {
  return one && other ? Promise.all([one, other]).then(([first, second]) => first && second) : (one ?? other);
}
