import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../base/environment-name.ts';
import type { Backend } from './backend.ts';
import type { EnvironmentTable } from './environment-table.ts';
import { Places } from './remote/places.ts';
import { ownerOf, socketFolder } from './remote/private-folder.ts';
import { RemoteBackend } from './remote/remote-backend.ts';

type Options = {
  readonly home: string;
  readonly local: Backend;
  readonly table: EnvironmentTable;
  readonly logHeadBytes: number;
};

type Remote = { readonly backend: RemoteBackend; readonly places: Places };

/** The hosts of a home, by the names of their environments. */
export class Backends {
  readonly #options: Options;
  readonly #remotes = new Map<string, Remote>();

  constructor(options: Options) {
    this.#options = options;
  }

  of(environment: string): Backend {
    return environment === LOCAL ? this.#options.local : this.#remote(environment).backend;
  }

  isLocal(backend: Backend): boolean {
    return backend === this.#options.local;
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
    await Promise.allSettled([...this.#remotes.values()].map(({ backend }) => backend.close()));
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
    const remote = { places, backend: new RemoteBackend({ home, name, places, headBytes: logHeadBytes }) };
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
