import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Config, defaultConfig } from '../../../src/base/config.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { Client } from '../../../src/client/client.ts';
import { type Engine, type EngineOptions, openEngine } from '../../../src/engine/engine.ts';
import { readMeta } from '../../../src/keeper/keep.ts';
import { until } from '../../engine/test-home.ts';
import { endIfThere, pidsIn, pidsOf } from './proc.ts';

type Options = { readonly config?: Partial<Config> /** Default: a new folder. */; readonly folder?: string };

/** A home in which anything may be killed: afterwards whatever still lives of it is ended, by pid. */
export class FaultHome {
  readonly folder: string;
  readonly #config: Config;
  readonly #engines: Engine[] = [];
  readonly #noted = new Set<string>();

  constructor(context: TestContext, { config = {}, folder }: Options = {}) {
    this.folder = folder ?? mkdtempSync(join(tmpdir(), 'ringback-fault-'));
    this.#config = { ...defaultConfig, ...config };
    context.after(() => this.#remove());
  }

  async open(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await openEngine({ home: this.folder, config: this.#config, ...options });
    this.#engines.push(engine);
    return engine;
  }

  /** With `variables` in the environment of the launcher, and so of every keeper. */
  async openWith(variables: Readonly<Record<string, string>>, options: Partial<EngineOptions> = {}) {
    Object.assign(process.env, variables);
    try {
      return await this.open(options);
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
    }
  }

  client(startsDaemon = true): Client {
    return new Client({ home: this.folder, startsDaemon });
  }

  keep(id: string, ...path: string[]): string {
    return join(this.folder, 'processes', id, ...path);
  }

  get ids(): string[] {
    try {
      return readdirSync(join(this.folder, 'processes')).filter((name) => name.startsWith('proc_'));
    } catch {
      return [];
    }
  }

  /** A process to be ended afterwards even if its keep is gone by then. */
  note(...ids: string[]): void {
    for (const id of ids) this.#noted.add(id);
  }

  /** Everything that lives of this home: daemons, keepers, commands. */
  living(): number[] {
    const ids = new Set([...this.ids, ...this.#noted]);
    return [...pidsIn(this.folder), ...[...ids].flatMap(pidsOf)];
  }

  async #remove(): Promise<void> {
    for (const engine of this.#engines) await engine.close();
    await until(() => {
      const living = this.living();
      for (const pid of living) endIfThere(pid);
      return living.length === 0;
    }, `the end of everything in ${this.folder}`);
    for (const id of this.ids) removeCgroup(readMeta(this.keep(id))?.cgroup);
    removeFolder(this.folder);
  }
}

/** A killed keeper cannot take its own away. */
function removeCgroup(folder: string | undefined): void {
  try {
    if (folder?.startsWith('/sys/fs/cgroup/')) rmdirSync(folder);
  } catch {
    // Its keeper left in the usual way.
  }
}
