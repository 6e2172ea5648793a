import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../../base/failpoint.ts';
import { withinMs } from '../../base/within-ms.ts';
import { ConnectionBroke, type Hub } from '../../keeper/hub/hub.ts';
import { claimKeep, keepFolder, readExit, storeMeta, storeSpec } from '../../keeper/keep.ts';
import type { Keeper, KeeperListener } from '../../keeper/keeper.ts';
import type { KillAnswer } from '../../keeper/kill-answer.ts';
import { SpawnRefused } from '../../keeper/launcher-child.ts';
import type { Started } from '../../keeper/started.ts';
import type { Backend, Finding, Launch } from '../backend.ts';
import type { CommonSettings } from '../common-settings.ts';
import { PlaceGone } from '../environment.ts';
import { remoteFolder } from '../remote-folder.ts';
import { runToEnd } from '../run-to-end.ts';
import { Syncs, syncTarget } from '../sync/syncs.ts';
import { Attachments } from './attachments.ts';
import { encodeLaunch } from './encode-launch.ts';
import { Jobs } from './jobs.ts';
import { forgetPlace, type PlaceFile, readPlace, storePlace } from './keep-files.ts';
import { type Connected, outOfReach, type PlaceConnection } from './place-connection.ts';
import type { Places } from './places.ts';
import { removeThere } from './remove-there.ts';
import { visit } from './visit.ts';

/** How long somebody who waits for an answer is kept waiting for the connection. */
const PATIENCE_MS = 10_000;
/** A connection that breaks again and again is not waited for. */
const VISITS = 3;
/** What is left there of a process that is forgotten here is worth so much waiting. */
const TIDY_MS = 5_000;

export type RemoteBackendOptions = {
  readonly home: string;
  /** Of the environment. */
  readonly name: string;
  readonly places: Places;
  /** The beginning of a log, which stays. */
  readonly headBytes: number;
};

/** An environment: keepers live there, and what they keep is copied here as it grows. */
export class RemoteBackend implements Backend {
  readonly #home: string;
  readonly #name: string;
  readonly #places: Places;
  readonly #jobs: Jobs;
  readonly #syncs: Syncs;
  readonly #attachments: Attachments;

  constructor({ home, name, places, headBytes }: RemoteBackendOptions) {
    this.#home = home;
    this.#name = name;
    this.#places = places;
    this.#jobs = new Jobs(places);
    this.#syncs = new Syncs(home, join(home, 'environments', name, 'sync'));
    this.#attachments = new Attachments({ home, places, headBytes, done: (id) => this.#syncs.forget(id) });
  }

  async spawn(launch: Launch): Promise<Started | undefined> {
    const keep = this.#keep(launch.id);
    const { environment, common } = await this.#places.current();
    if (environment.batch) {
      await this.#reported(async () => {
        await this.#sendUp(launch, common, await this.#places.front().connect());
        await this.#jobs.submit(launch, keep, common);
      });
      return undefined;
    }
    const { connection, connected } = await this.#reported(() => this.#places.forNew(launch.id));
    const { there, place } = connected;
    const release = this.#places.hold(place.ref);
    try {
      await this.#reported(() => this.#sendUp(launch, common, connected));
      const { hub } = connected;
      const remoteKeep = `${there.folder}/${launch.id}`;
      const file: PlaceFile = { ref: place.ref, keep: remoteKeep, node: there.node };
      storePlace(keep, file);
      storeSpec(keep, launch.spec);
      failpoint('remote:after-place');
      const answer = hub.spawn(encodeLaunch(launch, remoteKeep, there, common));
      failpoint('remote:after-spawn-sent');
      const started = await answer.catch((error) => tidyRefused(hub, remoteKeep, error));
      failpoint('remote:after-answer');
      // It runs: a full disk here must not make it unknown. It is looked for again when it is asked for.
      if (started.pid > 0) unlessFull(() => storeMeta(keep, launch.id, started));
      unlessFull(() => this.#attachments.attach(launch.id, file, connection));
      return started;
    } finally {
      release();
    }
  }

  async resolveFolder(cwd: string, id: string, sync?: string): Promise<string> {
    const { common } = await this.#places.current();
    const { there } = await this.#reported(() => this.#places.forLook(id));
    const home = there.home || '/';
    const synced = cwd === '' ? syncTarget(sync, common, home) : undefined;
    return synced ?? remoteFolder(cwd, common.cwd, home);
  }

  async connect(id: string, listener: KeeperListener): Promise<Keeper> {
    const attachment = this.#attachments.getAgain(id);
    if (!attachment) throw new Error('it is not there');
    attachment.listener = listener;
    return attachment.keeper;
  }

  async examine(id: string, listener: KeeperListener, wasAcknowledged: boolean): Promise<Finding> {
    const finding = await this.#examine(id, listener, wasAcknowledged);
    // Here, too: an engine that finds its keep later must not take it for one that runs.
    if (finding.kind === 'unstarted' && existsSync(this.#keep(id))) claimKeep(this.#keep(id));
    return finding;
  }

  async #examine(id: string, listener: KeeperListener, wasAcknowledged: boolean): Promise<Finding> {
    const keep = this.#keep(id);
    const exit = readExit(keep);
    if (exit) return { kind: 'ended', exit };
    const place = readPlace(keep);
    if (!place) return wasAcknowledged ? lostHere : { kind: 'unstarted' };
    const verdict = this.#attachments.takeVerdict(id);
    if (verdict) return verdict;
    if (place.isJob && !this.#attachments.get(id)) {
      const waiting = await this.#jobs.look(id, place, keep, listener);
      if (waiting) return waiting;
    }
    return this.#attachments.look(id, place, listener, wasAcknowledged);
  }

  async hearEnd(id: string): Promise<void> {
    const heard = async () => {
      await this.#attachments.get(id)?.hearEnd();
      await this.#syncs.coming(id)?.catch(() => {});
    };
    await withinMs(PATIENCE_MS, heard());
  }

  async visit<T>(id: string, use: (keeper: Keeper) => Promise<T>): Promise<T | undefined> {
    const place = readPlace(this.#keep(id));
    if (!place || this.#jobs.isWaiting(id)) return undefined;
    for (let tries = 1; ; tries += 1)
      try {
        return await visit((await this.#soon(this.#places.connectionTo(place.ref))).hub, place.keep, use);
      } catch (error) {
        if (error instanceof PlaceGone) return undefined;
        // A job that ends with what was asked for takes the connection along, at times before the answer.
        if (place.isJob && error instanceof ConnectionBroke && readExit(this.#keep(id))) return undefined;
        if (!(error instanceof ConnectionBroke) || tries === VISITS) throw outOfReach(this.#name, error);
      }
  }

  async run(id: string, args: readonly string[], input: string, signal: AbortSignal): Promise<number> {
    const place = readPlace(this.#keep(id));
    if (!place || this.#jobs.isWaiting(id)) throw new Error('it does not run yet');
    const connected = await this.#places.connectionTo(place.ref, id).reach(signal);
    const { code } = await runToEnd(connected.place, args, { input, signal });
    return code;
  }

  async kill(id: string, graceMs: number, source: string): Promise<KillAnswer> {
    const place = readPlace(this.#keep(id));
    if (!place) return { killed: 0, survivors: [] };
    if (this.#jobs.isWaiting(id)) {
      this.#attachments.verifyNext(id);
      await this.#reported(() => this.#jobs.cancelQueued(id, place));
      return { killed: 0, survivors: [] };
    }
    try {
      const { hub } = await this.#soon(this.#places.connectionTo(place.ref));
      return await hub.commands.kill(place.keep, graceMs, source);
    } catch (error) {
      if (error instanceof PlaceGone) return { killed: 0, survivors: [] };
      throw outOfReach(this.#name, error);
    }
  }

  async awaitGone(id: string, signal: AbortSignal): Promise<void> {
    const place = readPlace(this.#keep(id));
    if (!place) return;
    const connection = this.#places.connectionTo(place.ref, id);
    const release = this.#places.hold(place.ref);
    try {
      await (await connection.reach(signal)).hub.commands.awaitGone(place.keep, signal);
    } catch {
      // The connection broke, or the place went: it is looked at again.
    } finally {
      release();
    }
  }

  async grewOrGone(id: string, offset: number, signal: AbortSignal): Promise<number | undefined> {
    const attachment = this.#attachments.getAgain(id);
    return attachment?.grewOrGone(offset, signal);
  }

  bringResults(id: string): Promise<string | undefined> | undefined {
    const place = readPlace(this.#keep(id));
    if (!place) return undefined;
    return this.#syncs.down(id, this.#keep(id), async (signal) => {
      const connection = place.isJob ? this.#places.front() : this.#places.connectionTo(place.ref, id);
      return (await connection.reach(signal)).place;
    });
  }

  async seen(id: string): Promise<void> {
    this.#syncs.forget(id);
    const keep = this.#keep(id);
    const place = readPlace(keep);
    if (!place) return;
    // A lost one: what it may have left there can still be killed, and goes when it is forgotten here.
    if (!readExit(keep)) return;
    const attachment = this.#attachments.get(id) ?? this.#attachments.attachTo(id, place);
    // Its keeper waits for this word, as long as somebody listens to it.
    attachment.keeper.seen();
  }

  async remove(id: string): Promise<void> {
    const keep = this.#keep(id);
    this.#attachments.get(id)?.stop();
    const place = readPlace(keep);
    if (!place) return;
    await withinMs(
      TIDY_MS,
      this.#removeThere(place).catch(() => {}),
    );
    forgetPlace(keep);
  }

  /** Of a job that is over the files are still where it was submitted. */
  async #removeThere({ ref, keep, isJob }: PlaceFile): Promise<void> {
    const { hub } = await this.#soon(isJob ? this.#places.front() : this.#places.connectionTo(ref));
    await removeThere(hub, keep, AbortSignal.timeout(TIDY_MS));
  }

  async close(): Promise<void> {
    this.#jobs.close();
    await this.#syncs.close();
    await this.#attachments.close();
    await this.#places.close();
  }

  #sendUp({ id, sync, say = () => {} }: Launch, common: CommonSettings, { place, there }: Connected) {
    const { folder, home } = there;
    return this.#syncs.up({
      id,
      keep: this.#keep(id),
      folder: sync,
      common,
      there: { place, folder, home: home || '/' },
      say,
    });
  }

  /** For somebody who waits. */
  async #soon(connection: PlaceConnection): Promise<Connected> {
    const timeUp = AbortSignal.timeout(PATIENCE_MS);
    try {
      return await connection.reach(timeUp);
    } catch (error) {
      throw timeUp.aborted ? outOfReach(this.#name, connection.trouble ?? 'it does not answer') : error;
    }
  }

  async #reported<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw outOfReach(this.#name, error);
    }
  }

  #keep(id: string): string {
    return keepFolder(this.#home, id);
  }
}

/** Nothing runs: nothing of it stays there. A keep that is claimed does, to stop late keepers. */
async function tidyRefused(hub: Hub, keep: string, error: unknown): Promise<never> {
  if (error instanceof SpawnRefused && error.code !== 'claimed')
    await removeThere(hub, keep, AbortSignal.timeout(TIDY_MS)).catch(() => {});
  throw error;
}

function unlessFull(store: () => unknown): void {
  try {
    store();
  } catch (error) {
    if (!('errno' in (error as NodeJS.ErrnoException))) throw error;
  }
}

const lostHere: Finding = { kind: 'lost', note: 'Its keep is damaged: where it runs is not known.' };
