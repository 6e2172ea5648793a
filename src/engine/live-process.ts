import type { Backend, Finding } from '../backends/backend.ts';
import type { ExitRecord } from '../keeper/exit.ts';
import type { Keeper, KeeperListener } from '../keeper/keeper.ts';
import type { Prompt } from '../keeper/prompt.ts';
import type { Silence } from '../keeper/silence.ts';
import type { Notice } from './extension.ts';
import type { TerminationSource } from './types.ts';

/** What happens to a live process that its verbs must hear. */
export type LiveEvents = {
  /** Its keeper waits to be told to begin. */
  held(live: LiveProcess): void;
  ended(live: LiveProcess, exit: ExitRecord): void;
  keeperGone(live: LiveProcess): void;
  /** What people should know of it now; undefined: nothing any more. */
  noted(live: LiveProcess, note: string | undefined): void;
  noticed(live: LiveProcess, notice: Notice): void;
};

type GrowthWaiter = { readonly offset: number; resolve(offset: number | undefined): void };

/**
 * A process that has not ended, and the connection to its keeper. There may be 500: everything that only some of them
 * need is made when it is needed, and what the table knows is not repeated here.
 */
export class LiveProcess implements KeeperListener {
  readonly id: string;
  /** Where its keeper lives. */
  readonly backend: Backend;
  /** What its log may take, as it was asked for; the budget may allow less. */
  readonly logLimitBytes: number;
  readonly #events: LiveEvents;
  /** Whether its row has its pid; one that was being started when the engine crashed gets it from its keeper. */
  isAcknowledged = false;
  /** False for a keep that the database did not know, until it is seen running: if it has ended, do not notify again. */
  isKnown = true;
  /** Before it begins: what it has to wait for, and what of that is still to come. */
  after: readonly string[] | undefined;
  waitingFor: readonly string[] | undefined;
  /** Under way: finding out what became of it. */
  look: Promise<Finding> | undefined;
  /** Who is ending it without its keeper. */
  killedBy: TerminationSource | undefined;
  /** As its keeper said over this connection; undefined: nobody is asked, it is not silent. */
  prompt: Prompt | undefined;
  silence: Silence | undefined;
  /** Undefined while there is no keeper to talk to: not acknowledged yet, or detached. */
  #keeper: Promise<Keeper> | undefined;
  #growthWaiters: GrowthWaiter[] | undefined;
  #endWaiters: (() => void)[] | undefined;
  /** Called when it ends or is forgotten. */
  onFinish: (() => void) | undefined;
  #lastTurn: Promise<void> | undefined;

  constructor(id: string, backend: Backend, logLimitBytes: number, events: LiveEvents) {
    this.id = id;
    this.backend = backend;
    this.logLimitBytes = logLimitBytes;
    this.#events = events;
  }

  get keeper(): Promise<Keeper> | undefined {
    return this.#keeper;
  }

  /**
   * One after the other, in the order of asking: the pieces of two large writes must not mix, for the keeper takes a
   * piece with a number below the last one for a repetition.
   */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = (this.#lastTurn ?? Promise.resolve()).then(task);
    const turn = result.then(
      () => {},
      () => {},
    );
    this.#lastTurn = turn;
    void turn.then(() => {
      if (this.#lastTurn === turn) this.#lastTurn = undefined;
    });
    return result;
  }

  /** From now on `keeper` is whom to ask, and only that. Who waits for output is told to look again. */
  setKeeper(keeper: Promise<Keeper> | undefined): void {
    if (this.#keeper) void closeFormer(this.#keeper, keeper);
    this.#keeper = keeper;
    // What is still so is said again.
    this.prompt = undefined;
    this.silence = undefined;
    // Its failure is dealt with where the connection was asked for.
    keeper?.catch(() => {});
    this.#wakeFollowers(undefined);
  }

  /** Resolves with how much was printed once that is more than `offset`, or with undefined when to look again. */
  waitForMore(offset: number, signal: AbortSignal): Promise<number | undefined> {
    return new Promise((resolve) => {
      const leave = () => this.#dropFollower(waiter);
      const waiter: GrowthWaiter = {
        offset,
        resolve: (printed) => {
          signal.removeEventListener('abort', leave);
          resolve(printed);
        },
      };
      this.#growthWaiters ??= [];
      this.#growthWaiters.push(waiter);
      signal.addEventListener('abort', leave);
      this.#arm();
    });
  }

  /** Resolves once the end is recorded, or the signal aborts. */
  waitForEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#endWaiters = this.#endWaiters?.filter((one) => one !== done);
        resolve();
      };
      const done = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#endWaiters ??= [];
      this.#endWaiters.push(done);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Called once the end is in the table. */
  finish(): void {
    const waiters = this.#endWaiters;
    this.#endWaiters = undefined;
    this.#wakeFollowers(undefined);
    for (const resolve of waiters ?? []) resolve();
    this.onFinish?.();
  }

  grew(offset: number): void {
    this.#wakeFollowers(offset);
  }

  ended(exit: ExitRecord): void {
    this.#events.ended(this, exit);
  }

  gone(): void {
    this.#events.keeperGone(this);
  }

  noted(note: string | undefined): void {
    this.#events.noted(this, note);
  }

  waits(prompt: Prompt): void {
    this.prompt = prompt;
    this.#events.noticed(this, { type: 'waits', prompt });
  }

  passed(): void {
    this.prompt = undefined;
    this.#events.noticed(this, { type: 'passed' });
  }

  quiet(silence: Silence): void {
    this.silence = silence;
    this.#events.noticed(this, { type: 'quiet', silence });
  }

  resumed(): void {
    this.silence = undefined;
    this.#events.noticed(this, { type: 'resumed', offset: Number.POSITIVE_INFINITY });
  }

  /** Pushes are asked for one at a time, and only while somebody follows. */
  #arm(): void {
    const waiters = this.#growthWaiters;
    if (!waiters || waiters.length === 0) return;
    const offset = Math.min(...waiters.map((waiter) => waiter.offset));
    this.#keeper?.then((keeper) => keeper.arm(offset)).catch(() => {});
  }

  /** Undefined wakes all. */
  #wakeFollowers(offset: number | undefined): void {
    const waiters = this.#growthWaiters;
    if (!waiters) return;
    const isDone = (waiter: GrowthWaiter) => offset === undefined || waiter.offset < offset;
    this.#growthWaiters = waiters.filter((waiter) => !isDone(waiter));
    for (const waiter of waiters) if (isDone(waiter)) waiter.resolve(offset);
    this.#arm();
  }

  #dropFollower(waiter: GrowthWaiter): void {
    this.#growthWaiters = this.#growthWaiters?.filter((one) => one !== waiter);
    waiter.resolve(undefined);
  }
}

/** A backend may answer with the same keeper as before. */
async function closeFormer(keeper: Promise<Keeper>, next: Promise<Keeper> | undefined): Promise<void> {
  const former = await keeper.catch(() => undefined);
  if (former !== (await next?.catch(() => undefined))) former?.close();
}
