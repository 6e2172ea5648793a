import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { CallOptions, Connection } from './connect.ts';
import { NoAnswer, NotThere } from './errors.ts';
import type { Place } from './place.ts';

/** Until it is there and has said which tools it has; npx may have to fetch it first. */
const START_MS = 120_000;
/** So long do steps and calls wait for it. */
const PATIENCE_MS = 15_000;
const MOST_TRIES = 2;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** One server: started when somebody asks for its tools, and again, after a pause that grows, when it has gone. */
export class Server {
  readonly #place: Place;
  readonly #env: Readonly<Record<string, string>>;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  /** When the last attempt began. */
  #triedAt = 0;
  #failures = 0;
  #retryAt = 0;
  /** What it had when it was last there: a list that comes and goes would confuse a model. */
  #tools: readonly Tool[] = [];
  #trouble: string | undefined;

  constructor(place: Place, env: Readonly<Record<string, string>>) {
    this.#place = place;
    this.#env = env;
  }

  /** Why it is not there. */
  get trouble(): string | undefined {
    return this.#connecting ? 'it is still starting' : this.#trouble;
  }

  async tools(signal: AbortSignal): Promise<readonly Tool[]> {
    await this.#wait(signal).catch(() => {});
    return this.#connection?.tools ?? this.#tools;
  }

  /** Again where it has not reached the server, or the server ended before it answered and `mayRepeat`. */
  async call(
    name: string,
    args: Record<string, unknown>,
    options: CallOptions & { readonly mayRepeat: boolean },
  ): Promise<CallToolResult> {
    for (let tries = 1; ; tries += 1) {
      await sleepUntil(Math.min(this.#retryAt, Date.now() + PATIENCE_MS), options.signal);
      const connection = await this.#wait(options.signal);
      try {
        const result = await connection.call(name, args, options);
        this.#failures = 0;
        return result;
      } catch (error) {
        const isLost = error instanceof NotThere || (error instanceof NoAnswer && error.hasEnded);
        if (isLost) await this.#drop(connection);
        const mayRepeat = error instanceof NotThere || options.mayRepeat;
        if (!isLost || !mayRepeat || tries === MOST_TRIES) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connecting?.catch(() => {});
    if (this.#connection) await this.#drop(this.#connection);
  }

  /** It is not used any more: whoever needs one begins anew. */
  async #drop(connection: Connection): Promise<void> {
    if (this.#connection === connection) this.#ended(connection);
    await connection.close().catch(() => {});
  }

  async #wait(signal: AbortSignal): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const connecting = this.#connect();
    const leftMs = Math.max(0, this.#triedAt + PATIENCE_MS - Date.now());
    const patience = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
    try {
      return await unlessAborted(connecting, patience);
    } catch (error) {
      if (!signal.aborted && patience.aborted) throw new NotThere('it is still starting');
      throw error;
    }
  }

  #connect(): Promise<Connection> {
    if (this.#connecting) return this.#connecting;
    if (this.#trouble && Date.now() < this.#retryAt) return Promise.reject(new NotThere(this.#trouble));
    this.#triedAt = Date.now();
    const connecting = this.#open().finally(() => {
      this.#connecting = undefined;
    });
    this.#connecting = connecting;
    return connecting;
  }

  async #open(): Promise<Connection> {
    const { connect } = await import('./connect.ts');
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(START_MS)]);
    try {
      const connection = await connect(this.#place, {
        env: this.#env,
        signal,
        onEnd: () => this.#ended(connection),
      });
      this.#connection = connection;
      this.#trouble = undefined;
      return connection;
    } catch (error) {
      const why = signal.aborted ? 'it did not answer in time' : (error as Error).message;
      this.#pause(why, true);
      throw new NotThere(why);
    }
  }

  #ended(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#tools = connection.tools;
    this.#connection = undefined;
    if (Date.now() - this.#triedAt > LONGEST_PAUSE_MS) this.#failures = 0;
    this.#pause('it has ended', this.#failures > 0);
  }

  /** The first time that one ends it may come back at once. */
  #pause(message: string, waits: boolean): void {
    this.#failures += 1;
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    this.#retryAt = Date.now() + (waits ? ms : 0);
    this.#trouble = message;
  }
}

async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - Date.now();
  if (ms > 0) await sleep(ms, undefined, { signal });
}
