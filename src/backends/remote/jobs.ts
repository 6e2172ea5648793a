import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../base/errors.ts';
import { withinMs } from '../../base/within-ms.ts';
import { storeSpec } from '../../keeper/keep.ts';
import type { KeeperListener } from '../../keeper/keeper.ts';
import type { Finding, Launch } from '../backend.ts';
import type { CommonSettings } from '../common-settings.ts';
import type { Batch, PlaceRef } from '../environment.ts';
import { runToEnd } from '../run-to-end.ts';
import { encodeLaunch } from './encode-launch.ts';
import { type PlaceFile, storePlace } from './keep-files.ts';
import type { Connected } from './place-connection.ts';
import type { Places } from './places.ts';

type Watched = { listener: KeeperListener; readonly isOver: Promise<void>; lookNow(): void };

/** Between two looks at a job that waits: soon at first, then as rarely as is polite to a scheduler. */
const PAUSES_MS = [200, 300, 500, 1_000, 2_000, 5_000, 10_000];
const CANCEL_MS = 10_000;

/** Writes the request down for the job, readable for its user alone; the keeper removes it when it has read it. */
const HAND_OVER = 'umask 077; mkdir -p "$1/requests" && cat >"$1/requests/$2"';

/** Processes that a batch system starts in its own time. */
export class Jobs {
  readonly #places: Places;
  readonly #watched = new Map<string, Watched>();
  /** Those that wait no longer. */
  readonly #decided = new Set<string>();
  readonly #closing = new AbortController();

  constructor(places: Places) {
    this.#places = places;
  }

  isWaiting(id: string): boolean {
    return this.#watched.has(id);
  }

  async submit(launch: Launch, keep: string, common: CommonSettings): Promise<void> {
    const { place, there } = await this.#places.front().connect();
    const job: PlaceFile = { ref: {}, keep: `${there.folder}/${launch.id}`, isJob: true };
    storePlace(keep, job);
    storeSpec(keep, launch.spec);
    const { code, stderr } = await runToEnd(
      place,
      ['/bin/sh', '-c', HAND_OVER, 'sh', there.folder, launch.id],
      { input: encodeLaunch(launch, job.keep, there, common) },
    );
    if (code !== 0)
      throw new RingbackError('failed', `The job cannot be written to ${there.folder}: ${stderr.trim()}`);
    await this.#enter(launch.id, keep, job);
  }

  /** `waiting`, and its listener is told when that is over; undefined: the batch system has begun it, or is done with it. */
  async look(
    id: string,
    place: PlaceFile,
    keep: string,
    listener: KeeperListener,
  ): Promise<Finding | undefined> {
    if (this.#decided.delete(id)) return undefined;
    const known = this.#watched.get(id);
    if (known) known.listener = listener;
    else this.#watch(id, place, keep, listener);
    return { kind: 'waiting' };
  }

  /** Comes back when the batch system has let go of it, or has begun it. */
  async cancelQueued(id: string, { ref }: PlaceFile): Promise<void> {
    const watched = this.#watched.get(id);
    const { batch, connected } = await this.#front();
    await batch.cancelQueued(connected.place, ref);
    watched?.lookNow();
    if (watched) await withinMs(CANCEL_MS, watched.isOver);
  }

  close(): void {
    this.#closing.abort();
  }

  /** The same job however often it is asked for: a crash may have come between. */
  async #enter(id: string, keep: string, job: PlaceFile): Promise<PlaceRef> {
    const { batch, connected } = await this.#front();
    const { folder, keeper } = connected.there;
    const ref = await batch.submit(connected.place, {
      processId: id,
      args: [keeper, 'hold', `${folder}/requests/${id}`],
    });
    storePlace(keep, { ...job, ref });
    return ref;
  }

  #watch(id: string, place: PlaceFile, keep: string, listener: KeeperListener): void {
    let lookNow = () => {};
    const isOver = this.#untilDecided(id, place, keep, (wake) => {
      lookNow = wake;
    });
    const watched: Watched = { listener, isOver, lookNow: () => lookNow() };
    this.#watched.set(id, watched);
    void isOver.finally(() => {
      this.#watched.delete(id);
      if (this.#closing.signal.aborted) return;
      this.#decided.add(id);
      watched.listener.noted?.(undefined);
      watched.listener.gone();
    });
  }

  async #untilDecided(
    id: string,
    place: PlaceFile,
    keep: string,
    onWait: (wake: () => void) => void,
  ): Promise<void> {
    const { signal } = this.#closing;
    let ref = place.ref;
    for (let looks = 0; !signal.aborted; looks += 1) {
      try {
        if (Object.keys(ref).length === 0) ref = await this.#enter(id, keep, place);
        const { batch, connected } = await this.#front();
        const job = await batch.look(connected.place, ref);
        if (job.state === 'over') await discardRequest(connected, id);
        if (job.state !== 'queued') return;
        this.#watched.get(id)?.listener.noted?.(`It waits in the queue: ${job.reason}.`);
      } catch {
        // The scheduler is not to be reached: the job waits there, and we wait for it.
      }
      const wake = Promise.withResolvers<void>();
      onWait(wake.resolve);
      const pause = PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)];
      await Promise.race([wake.promise, sleep(pause, undefined, { signal }).catch(() => {})]);
    }
  }

  async #front(): Promise<{ batch: Batch; connected: Connected }> {
    const { environment } = await this.#places.current();
    if (!environment.batch)
      throw new RingbackError('failed', 'This environment has no batch system any more.');
    const connected = await this.#places.front().reach(this.#closing.signal);
    return { batch: environment.batch, connected };
  }
}

/** A job that was cancelled before its turn has not read its request, which may hold secrets. */
async function discardRequest({ place, there }: Connected, id: string): Promise<void> {
  await runToEnd(place, ['rm', '-f', `${there.folder}/requests/${id}`]).catch(() => {});
}
