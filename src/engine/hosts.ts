import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentTable } from '../environments/environment-table.ts';
import { LOCAL } from '../environments/parse-environment.ts';
import { Places } from '../environments/remote/places.ts';
import { ownerOf, socketFolder } from '../environments/remote/private-folder.ts';
import { RemoteHost } from '../environments/remote/remote-host.ts';
import type { Host } from '../keeper/host.ts';

export { LOCAL };

type Options = {
  readonly home: string;
  readonly local: Host;
  readonly table: EnvironmentTable;
  readonly logHeadBytes: number;
};

type Remote = { readonly host: RemoteHost; readonly places: Places };

/** The hosts of a home, by the names of their environments. */
export class Hosts {
  readonly #options: Options;
  readonly #remotes = new Map<string, Remote>();

  constructor(options: Options) {
    this.#options = options;
  }

  of(environment: string): Host {
    return environment === LOCAL ? this.#options.local : this.#remote(environment).host;
  }

  isLocal(host: Host): boolean {
    return host === this.#options.local;
  }

  /** The places of an environment that was used before; else undefined. */
  placesOf(environment: string): Places | undefined {
    return this.#remotes.get(environment)?.places;
  }

  openPlaces(environment: string): Places {
    return this.#remote(environment).places;
  }

  /** Whether a place that we made still has to be let go. */
  get hasIdlePlaces(): boolean {
    return [...this.#remotes.values()].some(({ places }) => places.hasIdle);
  }

  /** Places that an earlier engine made: those that nothing runs in are let go in time. */
  resumeIdlePlaces(): void {
    for (const name of this.#usedBefore()) {
      // One that is no longer configured cannot be asked.
      this.openPlaces(name)
        .resumeIdle()
        .catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#options.local.close();
    await Promise.allSettled([...this.#remotes.values()].map(({ host }) => host.close()));
  }

  #remote(name: string): Remote {
    const known = this.#remotes.get(name);
    if (known) return known;
    const { home, table, logHeadBytes } = this.#options;
    const places = new Places({
      name,
      table,
      stateFolder: join(home, 'environments', name),
      socketFolder: socketFolder(home, name),
      owner: ownerOf(home),
      openOther: async (other, signal) => {
        const { environment } = await this.openPlaces(other).current();
        return environment.open({}, signal);
      },
    });
    const remote = { places, host: new RemoteHost({ home, name, places, headBytes: logHeadBytes }) };
    this.#remotes.set(name, remote);
    return remote;
  }

  #usedBefore(): string[] {
    try {
      return readdirSync(join(this.#options.home, 'environments'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    } catch {
      return [];
    }
  }
}
