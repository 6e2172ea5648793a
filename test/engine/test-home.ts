import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Config, defaultConfig } from '../../src/base/config.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { type Engine, type EngineOptions, openEngine } from '../../src/engine/engine.ts';
import type { Exit, ProcessSnapshot, StartRequest } from '../../src/engine/types.ts';

export { until } from '../until.ts';

export const env: Record<string, string> = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: '/',
  LC_ALL: 'C.UTF-8',
};

/** A home that is removed after the test, with everything that runs in it ended. */
export class TestHome {
  readonly folder: string;
  readonly #config: Config;
  #engine: Engine | undefined;

  constructor(context: TestContext, config: Partial<Config> = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'ringback-engine-'));
    this.#config = { ...defaultConfig, ...config };
    context.after(() => this.#remove());
  }

  async open(options: Partial<EngineOptions> = {}): Promise<Engine> {
    this.#engine = await openEngine({ home: this.folder, config: this.#config, ...options });
    return this.#engine;
  }

  keep(id: string, ...path: string[]): string {
    return join(this.folder, 'processes', id, ...path);
  }

  async #remove(): Promise<void> {
    await this.#engine?.close();
    const engine = await this.open();
    await engine.killAll({ graceMs: 100 });
    for (const { id } of engine.list({ includeSystem: true, includeEnded: false }))
      await engine.kill(id, { graceMs: 100 });
    await engine.close();
    removeFolder(this.folder);
  }
}

export async function openTestEngine(context: TestContext, config: Partial<Config> = {}): Promise<Engine> {
  return new TestHome(context, config).open();
}

/** Starts a command with the usual folder and environment. */
export function run(
  engine: Engine,
  command: string,
  more: Partial<StartRequest> = {},
): Promise<ProcessSnapshot> {
  return engine.start({ command, cwd: '/tmp', env, shell: '/bin/bash', ...more });
}

/** Runs a command to its end. */
export async function finish(engine: Engine, command: string, more: Partial<StartRequest> = {}) {
  const { id } = await run(engine, command, more);
  const { process, output } = await engine.wait(id);
  return { id, process, output, exit: exitOf(process) };
}

export function exitOf({ life }: ProcessSnapshot): Exit {
  if (life.state === 'exited') return life.exit;
  throw new Error(`not exited: ${JSON.stringify(life)}`);
}

/** Resolves with everything printed so far as soon as it contains `text`. */
export async function untilPrinted(engine: Engine, id: string, text: string, from = 0): Promise<string> {
  let printed = '';
  for await (const event of engine.follow(id, { from })) {
    if (event.type === 'output') printed += event.bytes.toString('latin1');
    if (printed.includes(text)) return printed;
  }
  throw new Error(`ended without printing ${text}: ${printed}`);
}

/** A zombie is dead: what a killed keeper leaves is reaped by whoever is init here, or by nobody. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
