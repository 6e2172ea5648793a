import { rmdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandsOf, type KeeperCommands } from '../../keeper/commands.ts';
import { KeeperConnection } from '../../keeper/connection.ts';
import { keepFolder, readMeta } from '../../keeper/keep.ts';
import { deaf, type Keeper, type KeeperListener } from '../../keeper/keeper.ts';
import { Launcher } from '../../keeper/launcher.ts';
import { shellArgs } from '../../keeper/shell-args.ts';
import { encodeSpawnRequest } from '../../keeper/spawn-request.ts';
import type { Backend, Launch } from '../backend.ts';
import { examine } from './examine.ts';
import { runHere } from './run-here.ts';

/** This machine: the keep is where its keeper works. */
export class LocalBackend implements Backend {
  readonly #home: string;
  readonly #commands: KeeperCommands;
  readonly #launcher: Launcher;

  constructor(home: string, keeperProgram: string) {
    this.#home = home;
    this.#commands = commandsOf(keeperProgram);
    this.#launcher = new Launcher(keeperProgram);
    this.#launcher.prepare();
  }

  spawn(launch: Launch) {
    const { command, shell = '/bin/sh', wrapper, sandbox = [], ...rest } = launch;
    const args = [...sandbox, ...shellArgs(shell, command, wrapper)];
    return this.#launcher.spawn(encodeSpawnRequest({ ...rest, keep: this.#keep(launch.id), args }));
  }

  connect(id: string, listener: KeeperListener) {
    return KeeperConnection.connect(this.#keep(id), listener);
  }

  examine(id: string, listener: KeeperListener, wasAcknowledged: boolean) {
    return examine({ keep: this.#keep(id), commands: this.#commands, listener, wasAcknowledged });
  }

  async visit<T>(id: string, use: (keeper: Keeper) => Promise<T>): Promise<T | undefined> {
    let keeper: KeeperConnection | undefined;
    try {
      keeper = await KeeperConnection.connect(this.#keep(id), deaf);
      return await use(keeper);
    } catch {
      return undefined;
    } finally {
      keeper?.close();
    }
  }

  run(_id: string, args: readonly string[], input: string, signal: AbortSignal): Promise<number> {
    return runHere(args, input, signal);
  }

  kill(id: string, graceMs: number, source: string) {
    return this.#commands.kill(this.#keep(id), graceMs, source);
  }

  awaitGone(id: string, signal: AbortSignal) {
    return this.#commands.awaitGone(this.#keep(id), signal);
  }

  /** A connection for each wait: what was left behind prints rarely, and is followed more rarely still. */
  async grewOrGone(id: string, offset: number, signal: AbortSignal): Promise<number | undefined> {
    const { promise, resolve: tell } = Promise.withResolvers<number | undefined>();
    const giveUp = () => tell(undefined);
    let keeper: KeeperConnection | undefined;
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      keeper = await KeeperConnection.connect(this.#keep(id), { ...deaf, grew: tell, gone: giveUp });
      keeper.arm(offset);
      return await promise;
    } catch {
      return undefined;
    } finally {
      signal.removeEventListener('abort', giveUp);
      keeper?.close();
    }
  }

  async seen(id: string): Promise<void> {
    await this.visit(id, async (keeper) => keeper.seen());
  }

  /** The keep itself is the engine's to remove; its cgroup is left by a keeper that was killed. */
  async remove(id: string): Promise<void> {
    const folder = readMeta(this.#keep(id))?.cgroup;
    // A damaged keep must not lead elsewhere.
    if (!folder || !resolve(folder).startsWith('/sys/fs/cgroup/')) return;
    try {
      rmdirSync(folder);
    } catch {
      // Gone already, or somebody still lives in it: the kernel removes only what is empty.
    }
  }

  async close(): Promise<void> {
    this.#launcher.close();
  }

  #keep(id: string): string {
    return keepFolder(this.#home, id);
  }
}
