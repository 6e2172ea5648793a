import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Turn } from 'ringback';
import { answeredIn, customType, type Details, hasSame } from './message.ts';
import type { Context, Pi } from './pi.ts';

/** How soon after a failure it is tried again. */
const AGAIN_MS = 5_000;
/** How often to look whether pi is idle, where no event says so: after a compaction, or input that made no run. */
const LOOK_MS = 250;
/** What a person enters becomes a run within this time, or none. */
const PREPARING_MS = 5_000;

type Options = { readonly pi: Pi; readonly client: Client; readonly context: Context; readonly key: string };

type Sending = {
  readonly details: Details;
  isWritten: boolean;
  settle(isTaken: boolean): void;
};

/**
 * Gives one session of pi its turns. It listens only while pi is idle: what comes meanwhile goes out afterwards as one
 * turn, without what the model has seen by then.
 */
export class Line {
  readonly #options: Options;
  readonly #closing = new AbortController();
  /** Falls when pi has something of its own to do. */
  #busy = new AbortController();
  #preparingUntil = 0;
  #sending: Sending | undefined;
  #hasComplained = false;

  constructor(options: Options) {
    this.#options = options;
    this.#work().catch((error: Error) => {
      if (!this.#closing.signal.aborted) this.#complain(error);
    });
  }

  close(): void {
    this.#closing.abort();
    this.#sending?.settle(false);
  }

  /** Somebody wrote something. The run that pi makes of it would fail if a turn of ours overtook it. */
  onInput(): void {
    this.#preparingUntil = Date.now() + PREPARING_MS;
    this.#busy.abort();
  }

  onRun(): void {
    this.#busy.abort();
  }

  /** Pi's own order: it tells its extensions of a message, then writes it down, then goes on. */
  onMessage(details: unknown): void {
    if (this.#sending && hasSame(this.#sending.details, details)) this.#sending.isWritten = true;
  }

  onGoingOn(): void {
    if (this.#sending?.isWritten) this.#sending.settle(true);
  }

  /** What was sent and is not written was taken out of pi's queue, or failed: it comes again. */
  onSettled(): void {
    this.#preparingUntil = 0;
    this.#sending?.settle(this.#sending.isWritten);
  }

  async #work(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      while (!this.#isFree()) await sleep(LOOK_MS, undefined, { signal, ref: false });
      this.#busy = new AbortController();
      try {
        const turn = await this.#nextTurn();
        if (!turn || !this.#isFree()) continue;
        if (await this.#tell(turn)) await turn.acknowledge();
        else await sleep(AGAIN_MS, undefined, { signal, ref: false });
      } catch (error) {
        signal.throwIfAborted();
        this.#complain(error as Error);
        await sleep(AGAIN_MS, undefined, { signal, ref: false });
      }
    }
  }

  #isFree(): boolean {
    return this.#options.context.isIdle() && Date.now() >= this.#preparingUntil;
  }

  /** Undefined when pi has begun something of its own. */
  async #nextTurn(): Promise<Turn | undefined> {
    const { client, key } = this.#options;
    const signal = AbortSignal.any([this.#closing.signal, this.#busy.signal]);
    for await (const turn of client.notifications.subscribe(key, { signal, mayGrow: true })) return turn;
    return undefined;
  }

  /** True when pi has it, now or since before a crash. */
  async #tell({ notifications }: Turn): Promise<boolean> {
    const { pi, context } = this.#options;
    const answered = answeredIn(context.sessionManager.getBranch());
    const news = notifications.filter(({ id }) => !answered.has(id));
    if (news.length === 0) return true;
    const details = { notifications: news.map(({ id }) => id) };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#sending = { details, isWritten: false, settle: resolve };
    try {
      const content = news.map(({ text }) => text).join('\n\n');
      pi.sendMessage(
        { customType, content, display: true, details },
        { triggerTurn: true, deliverAs: 'followUp' },
      );
      return await promise;
    } finally {
      this.#sending = undefined;
    }
  }

  /** Once: a person can do nothing about a hundred of them. */
  #complain({ message }: Error): void {
    const { context } = this.#options;
    if (this.#hasComplained || !context.hasUI) return;
    this.#hasComplained = true;
    context.ui.notify(`Ringback cannot be heard: ${message} It is tried again.`, 'warning');
  }
}
