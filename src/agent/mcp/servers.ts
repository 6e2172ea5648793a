import type { McpServerEntry } from '../../base/config.ts';
import { type Place, placeOf } from './place.ts';
import { Server } from './server.ts';

type Shared = { readonly server: Server; users: number };

/** The servers of this program: conversations that have the same one, at the same place, share it. */
export class Servers {
  readonly #shared = new Map<string, Shared>();

  /** `env`: what a program inherits when it is started for this one. */
  use(
    entry: McpServerEntry,
    folder: string,
    variables: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>>,
  ): { readonly server: Server; release(): Promise<void> } {
    const place: Place = placeOf(entry, folder, variables);
    const key = JSON.stringify(place);
    const shared = this.#shared.get(key) ?? { server: new Server(place, env), users: 0 };
    shared.users += 1;
    this.#shared.set(key, shared);
    return { server: shared.server, release: () => this.#release(key, shared) };
  }

  async #release(key: string, shared: Shared): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    this.#shared.delete(key);
    await shared.server.close();
  }

  async close(): Promise<void> {
    const all = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(all.map(({ server }) => server.close()));
  }
}
