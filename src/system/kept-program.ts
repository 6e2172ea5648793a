import { setTimeout as sleep } from 'node:timers/promises';
import { answers, nextSocket } from '../base/answers.ts';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { socketPath } from '../base/home.ts';
import { joinSignals } from '../base/join-signals.ts';
import { quoteWord } from '../base/quote-word.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type { Engine } from '../engine/engine.ts';
import { endOf, isEnded } from '../engine/life.ts';
import type { Reminder } from '../engine/reminder.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { describeEnd } from './describe-end.ts';
import {
  after,
  countFailures,
  type ProgramEvent,
  type ProgramState,
  restMs,
  TOO_LATE,
  verdictOn,
} from './life.ts';
import type { Program } from './program.ts';

export type KeptOptions = {
  readonly home: string;
  readonly engine: Engine;
  readonly reminder: Reminder;
  readonly program: Program;
  /** What it is started with. */
  variables(): Promise<Readonly<Record<string, string>>>;
  /** How long one that runs may take until it answers; then it is ended, and counts as crashed. */
  readonly answerMs: number;
  /** For daemon.log. */
  report(error: unknown): void;
};

/** So many failures in a row are a loop: it is reported once. */
const LOOP = 3;
const MEND_MS = 5_000;
const LOG_BYTES = 4 * 1024 * 1024;

/** One program of our own: started when somebody needs it, one at a time, and again when it did not leave by itself. */
export class KeptProgram {
  readonly #options: KeptOptions;
  readonly #closing = new AbortController();
  #state: ProgramState = 'down';
  /** Falls with every change of the state. */
  #changed = new AbortController();
  /** Falls when somebody finds that it does not answer. */
  #silent = new AbortController();
  #keeping: Promise<void> | undefined;
  #restsUntil = 0;
  /** Starts that failed before there was a process, since the last that did not. */
  #refused = 0;
  #trouble = '';

  constructor(options: KeptOptions) {
    this.#options = options;
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
    if (!last || (isEnded(last.life) && verdictOn(last) === 'leave')) return;
    if (isEnded(last.life)) this.#putOff(last);
    this.#want();
  }

  /** Returns when its socket answers. Those who come meanwhile wait for the same start. */
  async bringUp(signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(this.#options.answerMs);
    const until = Date.now() + this.#options.answerMs;
    for (;;) {
      const changed = this.#changed.signal;
      if (await this.#answers()) return;
      signal.throwIfAborted();
      if (limit.aborted || this.#closing.signal.aborted || this.#restsUntil > until) throw this.#notUp();
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
    if (this.#state !== 'down' || this.#closing.signal.aborted) return;
    this.#happen('want');
    this.#keeping = this.#keep();
  }

  /** From a wish until it has left, or the daemon does. Whoever kills us meanwhile, somebody comes back for it. */
  async #keep(): Promise<void> {
    const done = this.#options.reminder.need();
    const { signal } = this.#closing;
    try {
      while (this.#state !== 'down') {
        const restMs = this.#restsUntil - Date.now();
        if (restMs > 0) await sleep(restMs, undefined, { signal });
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
    // Somebody else has started one, which holds what it would need.
    if (!running && (await this.#answers())) return 'leave';
    const process = running ?? (await this.#start());
    if (!process) return 'crash';
    failpoint('system:started');
    const ended = await this.#attend(process.id);
    const verdict = verdictOn(ended);
    if (verdict === 'crash') this.#putOff(ended);
    else this.#trouble = '';
    return verdict;
  }

  async #start(): Promise<ProcessSnapshot | undefined> {
    const { engine, program, home, variables, report } = this.#options;
    try {
      const env = await unlessAborted(variables(), this.#closing.signal);
      const words = program.command(home).map(quoteWord);
      const command = `exec ${words.join(' ')}`;
      const request = { command, cwd: '/', env, shell: '/bin/sh', logLimitBytes: LOG_BYTES };
      const started = await engine.start({ ...request, system: program.name });
      this.#refused = 0;
      return started;
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#refused += 1;
      this.#trouble = `it cannot be started: ${(error as Error).message}`;
      this.#restsUntil = Date.now() + restMs(this.failures, Math.random());
      if (this.failures === LOOP) report(error);
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
      if (await this.#untilAnswers(end.signal, AbortSignal.timeout(answerMs))) {
        this.#happen('answer');
        failpoint('system:up');
        await Promise.race([ended, aborted(this.#silent.signal)]);
        if (!end.signal.aborted) this.#happen('silence');
      } else if (!end.signal.aborted) await engine.kill(id, { source: TOO_LATE });
    }
    return (await ended).process;
  }

  async #untilAnswers(ended: AbortSignal, limit: AbortSignal): Promise<boolean> {
    const { home, program } = this.#options;
    const stop = AbortSignal.any([ended, limit]);
    for (;;) {
      if (await this.#answers()) return !ended.aborted;
      if (stop.aborted) return false;
      await nextSocket(home, program.socket, stop);
    }
  }

  /** It is started again, later each time. */
  #putOff(ended: ProcessSnapshot): void {
    const { failures } = this;
    this.#restsUntil = (endOf(ended.life) ?? Date.now()) + restMs(failures, Math.random());
    this.#trouble = `${describeEnd(ended)}; see: ringback log ${ended.id}`;
    if (failures !== LOOP) return;
    const text = `The ${this.name} has failed ${failures} times in a row and is started again with growing pauses: ${this.#trouble}`;
    this.#options.report(new RingbackError('failed', text));
  }

  #notUp(): RingbackError {
    const why = this.#trouble === '' ? 'it does not answer' : this.#trouble;
    const waits = Math.ceil((this.#restsUntil - Date.now()) / 1000);
    const next = waits > 0 ? ` It is started again in ${waits} s.` : '';
    return new RingbackError(
      'unreachable',
      `The ${this.name} is not up: ${why}.${next}`,
      'Run: ringback doctor',
    );
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

  #answers(): Promise<boolean> {
    return answers(socketPath(this.#options.home, this.#options.program.socket));
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
