import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../base/failpoint.ts';
import { joinSignals } from '../base/join-signals.ts';
import { endOf, isEnded } from '../engine/life.ts';
import type { Reminder } from '../engine/reminder.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import {
  after,
  countFailures,
  type ProgramEvent,
  type ProgramState,
  restMs,
  TOO_LATE,
  verdictOn,
} from './life.ts';
import { Presence } from './presence.ts';
import { type StartOptions, startProgram } from './start-program.ts';
import { crashLoop, describeEnd, notUp } from './words.ts';

export type KeptOptions = StartOptions & {
  readonly reminder: Reminder;
  /** How long one that runs may take until it answers; then it is ended, and counts as crashed. */
  readonly answerMs: number;
  /** For daemon.log. */
  report(error: unknown): void;
};

/** So many failures in a row are a loop: it is reported once. */
const LOOP = 3;
const MEND_MS = 5_000;
const LEAST_REST_MS = 2_000;

/** One program of our own: started when somebody needs it, one at a time, and again when it did not leave by itself. */
export class KeptProgram {
  readonly #options: KeptOptions;
  readonly #presence: Presence;
  readonly #closing = new AbortController();
  #state: ProgramState = 'down';
  /** Falls with every change of the state. */
  #changed = new AbortController();
  /** Falls when somebody finds that it does not answer. */
  #silent = new AbortController();
  #keeping: Promise<void> | undefined;
  #restsUntil = 0;
  /** Falls when somebody wants it before its pause is over. */
  #wanted = new AbortController();
  /** Starts that failed before there was a process, since the last that did not. */
  #refused = 0;
  #trouble = '';

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#presence = new Presence(options.home, options.program);
  }

  get name(): string {
    return this.#options.program.name;
  }

  get state(): ProgramState {
    return this.#state;
  }

  /** Why it was last started again; empty where it was not. */
  get trouble(): string {
    return this.#state === 'down' ? '' : this.#trouble;
  }

  get failures(): number {
    return this.#refused + countFailures(this.#processes().filter(({ life }) => isEnded(life)));
  }

  /** Its keeper wakes the next daemon when it ends. Without a keeper, or with a start to come, somebody has to stay. */
  get canBeLeft(): boolean {
    if (this.#state !== 'up') return this.#state === 'down';
    const { life } = this.#running() ?? {};
    return life?.state !== 'running' || !life.detached;
  }

  /** Goes on with what an earlier daemon left: it runs, or it ended otherwise than by leaving. */
  resume(): void {
    const [last] = this.#processes();
    if (!last) return;
    const verdict = isEnded(last.life) ? verdictOn(last) : undefined;
    if (verdict === 'leave') return;
    if (verdict === 'crash') this.#putOffAfter(last);
    this.#begin(verdict ?? 'want');
  }

  /** Returns when its socket answers. Those who come meanwhile wait for the same start. */
  async bringUp(signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(this.#options.answerMs);
    const until = Date.now() + this.#options.answerMs;
    this.#endRest();
    for (;;) {
      const changed = this.#changed.signal;
      if (await this.#presence.answers()) return;
      signal.throwIfAborted();
      if (limit.aborted || this.#closing.signal.aborted || this.#restsUntil > until)
        throw notUp(this.name, this.#trouble, this.#restsUntil);
      if (this.#state === 'down' && this.#presence.isLocked) throw this.#presence.taken();
      if (this.#state === 'up') this.#silent.abort();
      this.#want();
      const next = joinSignals(changed, limit, signal, this.#closing.signal);
      await new Promise((resolve) => {
        if (next.signal.aborted) resolve(undefined);
        else next.signal.addEventListener('abort', resolve, { once: true });
      });
      next.leave();
    }
  }

  /** It goes on; the next daemon keeps it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#keeping;
  }

  /** The id of its process, where one runs. */
  get processId(): string | undefined {
    return this.#running()?.id;
  }

  #want(): void {
    if (this.#state === 'down' && !this.#closing.signal.aborted) this.#begin('want');
  }

  #begin(event: 'want' | 'crash'): void {
    this.#happen(event);
    this.#keeping = this.#keep();
  }

  /** From a wish until it has left, or the daemon does. Whoever kills us meanwhile, somebody comes back for it. */
  async #keep(): Promise<void> {
    const done = this.#options.reminder.need();
    const { signal } = this.#closing;
    try {
      while (this.#state !== 'down') {
        await this.#rest(signal);
        if (this.#state === 'resting') this.#happen('rest');
        failpoint('system:before-start');
        const event = await this.#live().catch((error) => this.#mend(error));
        this.#happen(event);
        failpoint('system:ended');
      }
    } catch (error) {
      if (!signal.aborted) this.#options.report(error);
    } finally {
      done();
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const restMs = this.#restsUntil - Date.now();
    if (restMs <= 0) return;
    this.#wanted = new AbortController();
    const over = joinSignals(signal, this.#wanted.signal);
    await sleep(restMs, undefined, { signal: over.signal }).catch(() => signal.throwIfAborted());
    over.leave();
  }

  /** Somebody asks for it: what it has failed by may be mended. However many ask, it is not started all the time. */
  #endRest(): void {
    const now = Date.now();
    if (this.#state !== 'resting' || now >= this.#restsUntil) return;
    const [last] = this.#processes();
    const restedMs = now - ((last && endOf(last.life)) ?? 0);
    if (restedMs < Math.max(LEAST_REST_MS, (this.#restsUntil - now) / 4)) return;
    this.#restsUntil = now;
    this.#wanted.abort();
  }

  /** A failure of our own: it is looked at again. */
  #mend(error: unknown): 'crash' {
    if (this.#closing.signal.aborted) throw error;
    this.#options.report(error);
    this.#trouble = (error as Error).message;
    this.#restsUntil = Date.now() + MEND_MS;
    return 'crash';
  }

  /** One life of it, to its end. */
  async #live(): Promise<'leave' | 'crash'> {
    const running = this.#running();
    // Somebody else has started one.
    if (!running && this.#presence.isLocked) return 'leave';
    const process = running ?? (await this.#start());
    if (!process) return 'crash';
    failpoint('system:started');
    const ended = await this.#attend(process.id);
    const verdict = verdictOn(ended);
    if (verdict === 'crash') this.#putOffAfter(ended);
    else this.#trouble = '';
    return verdict;
  }

  async #start(): Promise<ProcessSnapshot | undefined> {
    try {
      const started = await startProgram(this.#options, this.#closing.signal);
      this.#refused = 0;
      return started;
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#refused += 1;
      this.#putOff(`it cannot be started: ${(error as Error).message}`, Date.now());
      return undefined;
    }
  }

  /** Until it has ended; one that does not answer in time is ended. */
  async #attend(id: string): Promise<ProcessSnapshot> {
    const { engine, answerMs } = this.#options;
    const { signal } = this.#closing;
    const end = new AbortController();
    const ended = engine.wait(id, { signal }).finally(() => end.abort());
    ended.catch(() => {});
    while (!end.signal.aborted) {
      this.#silent = new AbortController();
      if (await this.#presence.untilAnswers(end.signal, AbortSignal.timeout(answerMs))) {
        this.#happen('answer');
        failpoint('system:up');
        await Promise.race([ended, aborted(this.#silent.signal)]);
        if (!end.signal.aborted) this.#happen('silence');
      } else if (!end.signal.aborted) await engine.kill(id, { source: TOO_LATE });
    }
    return (await ended).process;
  }

  /** It is started again, later each time. */
  #putOff(trouble: string, since: number): void {
    const { failures } = this;
    this.#restsUntil = since + restMs(failures, Math.random());
    this.#trouble = trouble;
    if (failures === LOOP) this.#options.report(crashLoop(this.name, trouble, failures));
  }

  #putOffAfter(ended: ProcessSnapshot): void {
    this.#putOff(`${describeEnd(ended)}; see: ringback log ${ended.id}`, endOf(ended.life) ?? Date.now());
  }

  #happen(event: ProgramEvent): void {
    const next = after(this.#state, event);
    if (next === undefined)
      throw new Error(`${event} cannot happen to the ${this.name}, which is ${this.#state}`);
    this.#state = next;
    const before = this.#changed;
    this.#changed = new AbortController();
    before.abort();
  }

  #running(): ProcessSnapshot | undefined {
    return this.#processes().find(({ life }) => !isEnded(life));
  }

  /** The last one first. */
  #processes(): ProcessSnapshot[] {
    return this.#options.engine.list({ system: this.name });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
