import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { toRingbackError } from './answer-error.ts';
import { type Answer, exchange, LinkError, type Request, readText } from './exchange.ts';

/** A daemon that dies again and again is given up after about ten seconds. */
const REPEAT_DELAYS_MS = [0, 10, 20, 50, 100, 200, 400, 800, 1600, 3200, 3200];

export type LinkOptions = {
  readonly home: string;
  /** Whether to start a daemon where none answers; true by default. Asked each time. */
  readonly startsDaemon?: boolean | (() => boolean);
};

/** No daemon answers, and none can be started. What was asked may have been done by one that died. */
export class NoDaemonError extends RingbackError {}

/** The way to the daemon of one home, whichever daemon that is at the moment. */
export class Link {
  readonly home: string;
  readonly #startsDaemon: () => boolean;

  constructor({ home, startsDaemon = true }: LinkOptions) {
    this.home = home;
    this.#startsDaemon = typeof startsDaemon === 'function' ? startsDaemon : () => startsDaemon;
  }

  /** A call that may be repeated: asking twice has the effect of asking once. */
  call<T>(request: Request): Promise<T> {
    return this.persist(() => this.ask<T>(request), request.signal);
  }

  /** A call that must not be repeated once it may have arrived. */
  callOnce<T>(request: Request): Promise<T> {
    return this.persist(
      () => this.ask<T>(request),
      request.signal,
      (error) => error.wasUnsent,
    );
  }

  /** The answer with its body unread. */
  async open(request: Request): Promise<Answer> {
    const answer = await exchange(this.home, request);
    if (answer.status >= 400) throw toRingbackError(await readText(answer));
    return answer;
  }

  /** Does `work` again with the next daemon when the connection is lost in it. */
  async persist<T>(
    work: () => Promise<T>,
    signal?: AbortSignal,
    mayRepeat: (error: LinkError) => boolean = () => true,
  ): Promise<T> {
    for (const delay of REPEAT_DELAYS_MS) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        if (!mayRepeat(error)) throw lostInBetween(error);
        if (!this.#startsDaemon()) throw noDaemon(this.home);
      }
      // Seldom needed, so not part of what every command loads.
      const { startDaemon } = await import('./start-daemon.ts');
      await startDaemon(this.home).catch(asNoDaemon);
      if (delay > 0) await sleep(delay, undefined, signal && { signal });
    }
    throw new NoDaemonError(
      'no_daemon',
      'The daemon ends as soon as it is asked.',
      `See ${this.home}/daemon.log.`,
    );
  }

  /** One try. */
  async ask<T>(request: Request): Promise<T> {
    return JSON.parse(await readText(await this.open(request))) as T;
  }
}

function asNoDaemon(error: unknown): never {
  if (!(error instanceof RingbackError)) throw error;
  throw new NoDaemonError(error.code, error.message, error.hint);
}

function noDaemon(home: string): RingbackError {
  return new NoDaemonError(
    'no_daemon',
    `No daemon runs for ${home}.`,
    'Start it with: ringback daemon start',
  );
}

function lostInBetween(error: LinkError): RingbackError {
  return new RingbackError(
    'no_daemon',
    `The daemon ended in the middle of the call (${error.message}).`,
    'Not done again by itself, because it may have been done: look at how far it got before you repeat it.',
  );
}
