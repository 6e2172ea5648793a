import { realpath } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import type { CommonSettings } from '../common-settings.ts';
import { type Place, PlaceGone } from '../environment.ts';
import { remoteFolder } from '../remote-folder.ts';
import { bringDown } from './bring-down.ts';
import { describeBrought, describeProgress } from './describe.ts';
import { ManifestFiles } from './manifest-file.ts';
import { type Progress, sendUp } from './send-up.ts';
import { type SyncSettings, standardSync } from './settings.ts';
import { readSync, type SyncFile, storeSync } from './sync-file.ts';

/** Where a process is, as far as files are concerned. */
export type There = {
  readonly place: Pick<Place, 'run' | 'ref'>;
  /** Ringback's own folder there. */
  readonly folder: string;
  readonly home: string;
};

export type UpRequest = {
  readonly id: string;
  readonly keep: string;
  /** The folder that this start names, if it names one. */
  readonly folder: string | undefined;
  readonly common: CommonSettings;
  readonly there: There;
  /** Told now and then what is going on; with undefined when that is over. */
  say(note: string | undefined): void;
};

/** What is over sooner is not worth a word. */
const SOON_MS = 1_000;

/** Folders of this machine that go where a command goes, and what comes back of them. */
export class Syncs {
  readonly #home: string;
  readonly #manifests: ManifestFiles;
  readonly #closing = new AbortController();
  /** Two starts must not write into one folder at a time. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #bringing = new Map<string, Promise<string | undefined>>();

  /** `folder`: in the home, private to the environment. */
  constructor(home: string, folder: string) {
    this.#home = home;
    this.#manifests = new ManifestFiles(folder);
  }

  /** Before the start. Fails where not everything could be sent: then nothing is started. */
  async up({ id, keep, folder, common, there, say }: UpRequest): Promise<void> {
    const given = folder ?? common.sync?.up;
    if (given === undefined) return;
    const settings = common.sync ?? standardSync;
    const to = syncedFolder(given, common, there.home);
    const local = await realpath(given).catch(() => given);
    const stamps = `${there.folder}/sync`;
    const sentAt = Date.now();
    const isDown = settings.down.length > 0;
    await this.#inTurn(to, () =>
      sendUp({
        place: there.place,
        placeKey: JSON.stringify(there.place.ref),
        local,
        to,
        stamps,
        manifests: this.#manifests,
        list: { ignore: settings.ignore, git: settings.git, except: this.#home },
        delete: settings.delete,
        processId: isDown ? id : undefined,
        signal: this.#closing.signal,
        progress: sayNowAndThen(say, to),
      }),
    );
    say(undefined);
    if (isDown) storeSync(keep, toFile(settings, { local, to, stamps, sentAt }));
  }

  /**
   * After the end, before anybody is told of it. Undefined: nothing is to come. Comes back with what a person should
   * know; never fails for another reason than that the engine closes: then the next one does it again.
   */
  down(
    id: string,
    keep: string,
    reach: (signal: AbortSignal) => Promise<Pick<Place, 'run'>>,
  ): Promise<string | undefined> | undefined {
    const known = this.#bringing.get(id);
    const sync = known ? undefined : readSync(keep);
    if (known || !sync) return known;
    const bringing = this.#bring(id, sync, reach);
    this.#bringing.set(id, bringing);
    return bringing;
  }

  /** What is on its way, or has come and was not told yet. */
  coming(id: string): Promise<string | undefined> | undefined {
    return this.#bringing.get(id);
  }

  /** What came was told. */
  forget(id: string): void {
    this.#bringing.delete(id);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#bringing.values(), ...this.#turns.values()]);
  }

  async #bring(id: string, sync: SyncFile, reach: (signal: AbortSignal) => Promise<Pick<Place, 'run'>>) {
    const timeUp = AbortSignal.timeout(sync.downSeconds * 1000);
    const signal = AbortSignal.any([timeUp, this.#closing.signal]);
    try {
      const brought = await bringDown(await reach(signal), id, sync, signal);
      return describeBrought(brought, sync.local, sync.down);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      const isGone = error instanceof PlaceGone;
      const why = timeUp.aborted ? `it took more than ${sync.downSeconds} s.` : (error as Error).message;
      const where = isGone ? '' : ` What there is of them is in ${sync.to} there.`;
      return `Its results did not come back: ${why}${where}`;
    }
  }

  async #inTurn(key: string, work: () => Promise<unknown>): Promise<void> {
    const before = this.#turns.get(key);
    const turn = (async () => {
      await before?.catch(() => {});
      await work();
    })();
    this.#turns.set(key, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }
}

/** The folder there that a folder here is sent to; undefined: none is sent. */
export function syncTarget(
  folder: string | undefined,
  common: CommonSettings,
  home: string,
): string | undefined {
  const given = folder ?? common.sync?.up;
  return given === undefined ? undefined : syncedFolder(given, common, home);
}

function syncedFolder(local: string, { sync, cwd }: CommonSettings, home: string): string {
  if (sync?.to !== undefined) return remoteFolder(sync.to, cwd, home);
  return posix.join(remoteFolder('', cwd, home), basename(local));
}

function toFile(
  { down, overwrite, downSeconds }: SyncSettings,
  where: Pick<SyncFile, 'local' | 'to' | 'stamps' | 'sentAt'>,
): SyncFile {
  return { ...where, down, overwrite, downSeconds };
}

function sayNowAndThen(say: (note: string) => void, to: string): (progress: Progress) => void {
  let saidAt = Date.now();
  return (progress) => {
    if (Date.now() - saidAt < SOON_MS) return;
    saidAt = Date.now();
    say(describeProgress(progress, to));
  };
}
