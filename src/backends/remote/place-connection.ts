import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../base/errors.ts';
import { Hub } from '../../keeper/hub/hub.ts';
import type { CommonSettings } from '../common-settings.ts';
import { type Environment, type OpenRequest, type Place, PlaceGone } from '../environment.ts';
import { type Prepared, preparePlace } from './prepare-place.ts';

export type PlaceConnectionOptions = {
  /** As people call the environment. */
  readonly name: string;
  /** What our hub is called there; the hubs of other homes have other names. */
  readonly hubName: string;
  /** As it is configured now. */
  current(): Promise<{
    readonly environment: Pick<Environment, 'open' | 'hasLogin' | 'batch'>;
    readonly common: CommonSettings;
  }>;
};

export type Connected = { readonly hub: Hub; readonly there: Prepared; readonly place: Place };
type Trouble = { readonly since: number; readonly error: Error };

/** Pauses between tries to reach a place that cannot be reached. */
const PAUSES_MS = [100, 300, 1_000, 2_000, 5_000, 10_000, 30_000];

/** A connection that broke sooner did little; so many of them in a row are no accident. */
const SHORT_LIFE_MS = 2_000;
const MOST_SHORT_LIVES = 5;

/** One place and the connection to it, which is opened again whenever somebody needs it. */
export class PlaceConnection {
  readonly #options: PlaceConnectionOptions;
  #request: OpenRequest;
  #opened: Place | undefined;
  #there: Prepared | undefined;
  #connecting: Promise<Connected> | undefined;
  #connected: Connected | undefined;
  #trouble: Trouble | undefined;
  #failures = 0;
  #shortLives = 0;
  #lostAfterMs = Number.POSITIVE_INFINITY;
  readonly #closing = new AbortController();
  /** Told when it is out of reach, and with undefined when it is not any more. */
  readonly troubleListeners = new Set<(note: string | undefined) => void>();

  /** `opened`: the place itself, where somebody has it already. */
  constructor(options: PlaceConnectionOptions, request: OpenRequest, opened?: Place) {
    this.#options = options;
    this.#request = request;
    this.#opened = opened;
  }

  get isConnected(): boolean {
    return this.#connected !== undefined;
  }

  /** Why it is out of reach, for people. */
  get trouble(): string | undefined {
    if (!this.#trouble) return undefined;
    const { since, error } = this.#trouble;
    return `The environment ${this.#options.name} has been out of reach since ${new Date(since).toISOString()}: ${error.message}`;
  }

  /** One try, or the one that is under way. */
  connect(): Promise<Connected> {
    if (this.#connected) return Promise.resolve(this.#connected);
    // Whoever still holds a connection that was let go must not open it again behind our back.
    if (this.#closing.signal.aborted) return Promise.reject(new Error('This connection was closed.'));
    this.#connecting ??= this.#tryOnce().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** As long as it takes. Fails with `PlaceGone`, or when the signal says so. */
  async reach(signal: AbortSignal): Promise<Connected> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    for (;;) {
      stop.throwIfAborted();
      try {
        if (!this.#connected) await this.#restBeforeNext(stop);
        return await this.connect();
      } catch (error) {
        if (error instanceof PlaceGone) throw error;
        this.#giveUpAfter(error as Error);
      }
      await sleep(PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length) - 1] ?? 0, undefined, {
        signal: stop,
      });
    }
  }

  /** Nothing there ends. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connecting?.catch(() => {});
    const connected = this.#connected;
    connected?.hub.close();
    await connected?.place.close();
  }

  async #tryOnce(): Promise<Connected> {
    const { signal } = this.#closing;
    let place = this.#opened;
    this.#opened = undefined;
    try {
      const { environment, common } = await this.#options.current();
      this.#lostAfterMs = common.lostAfterSeconds * 1000 || Number.POSITIVE_INFINITY;
      place ??= await environment.open(this.#request, signal);
      // From now on this very one: another that is made in its stead does not have what runs in it.
      this.#request = { ...this.#request, ref: place.ref };
      // What was there before is there again, as a rule: a connection that broke is opened again in one step.
      const there =
        this.#there ?? (await preparePlace(place, common.folder, environment.hasLogin ?? false, signal));
      this.#there = undefined;
      // Jobs share their files, and each has a hub of its own.
      const lockFile = environment.batch ? undefined : lockFileOf(there, this.#options.hubName);
      const leavesSession = !environment.batch && there.lifetime !== 'unmanaged';
      const hub = await Hub.open(place, there.keeper, { lockFile, leavesSession, signal });
      const connected = { place, there, hub };
      this.#there = there;
      this.#hold(connected);
      return connected;
    } catch (error) {
      await place?.close().catch(() => {});
      if (!(error instanceof PlaceGone)) this.#fail(error as Error);
      throw error;
    }
  }

  #hold(connected: Connected): void {
    this.#connected = connected;
    this.#failures = 0;
    if (this.#trouble) {
      this.#trouble = undefined;
      this.#tell();
    }
    const since = Date.now();
    void connected.hub.closed.then(async () => {
      this.#connected = undefined;
      this.#shortLives = Date.now() - since < SHORT_LIFE_MS ? this.#shortLives + 1 : 0;
      await connected.place.close().catch(() => {});
    });
  }

  /** A connection that is made and breaks, again and again, must not become a storm; one break is repaired at once. */
  async #restBeforeNext(signal: AbortSignal): Promise<void> {
    const pause = PAUSES_MS[Math.min(this.#shortLives - MOST_SHORT_LIVES, PAUSES_MS.length - 1)];
    if (pause !== undefined) await sleep(pause, undefined, { signal });
  }

  #fail(error: Error): void {
    this.#failures += 1;
    this.#trouble = { since: this.#trouble?.since ?? Date.now(), error };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.troubleListeners) listener(this.trouble);
  }

  /** A slow answer is not a dead process; one that nobody could ask for so long is lost all the same. */
  #giveUpAfter(error: Error): void {
    const lostAfterMs = this.#lostAfterMs;
    const since = this.#trouble?.since ?? Date.now();
    if (Date.now() - since < lostAfterMs) return;
    throw new PlaceGone(`It could not be reached for ${Math.round(lostAfterMs / 1000)} s: ${error.message}`);
  }
}

/**
 * A hub of the same name is ended by the next. Machines that share their files must not meet in it: an older NFS tells
 * the number of a process on another machine, and an innocent one here would be ended.
 */
function lockFileOf({ folder, node }: Prepared, hubName: string): string {
  return `${folder}/hub-${hubName}@${node.replace(/[^\w.-]/g, '_')}`;
}

/** What a person is told who wants something of it now. */
export function outOfReach(name: string, error: unknown): RingbackError {
  if (error instanceof RingbackError && error.code !== 'unreachable') return error;
  const why = error instanceof Error ? error.message : String(error);
  return new RingbackError(
    'unreachable',
    `The environment ${name} cannot be reached: ${why}`,
    `Look at it with: ringback env test ${name}`,
  );
}
