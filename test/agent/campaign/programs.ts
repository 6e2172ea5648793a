import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { nodeOptions } from '../../../src/base/programs.ts';
import { canConnect } from '../../../src/client/can-connect.ts';
import { Client } from '../../../src/client/client.ts';
import type { FaultHome } from '../../faults/support/home.ts';
import { daemonsIn, endIfThere, keepersIn, programsGiven } from '../../faults/support/proc.ts';

/** The daemon and the agent of one home, as they are published. */
export class Programs {
  readonly client: Client;
  readonly #home: FaultHome;
  readonly #package: string;
  #starting: Promise<void> | undefined;

  constructor(home: FaultHome, folder: string) {
    this.#home = home;
    this.#package = folder;
    this.client = new Client({ home: home.folder, startsDaemon: false });
  }

  /** A daemon that answers, of this package. */
  async bringUp(): Promise<void> {
    if (await canConnect(this.#home.folder)) return;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  async #start(): Promise<void> {
    const program = join(this.#package, 'dist/daemon.js');
    const args = [...nodeOptions, program, '--home', this.#home.folder, '--ready-fd', '3'];
    const child = spawn(process.execPath, args, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    });
    // Nothing is said by one that died; another may have been faster.
    const said = await text(child.stdio[3] as Readable);
    if (said.includes('"ready":false') && !said.includes('home_in_use')) throw new Error(said);
  }

  get daemons(): number[] {
    return daemonsIn(this.#home.folder);
  }

  get agents(): number[] {
    return programsGiven(this.#home.folder, /agent\.js$/);
  }

  /** Of the agent itself. */
  async agentKeepers(): Promise<number[]> {
    const { programs } = await this.client.health();
    return programs.flatMap(({ session_id: id }) => (id ? keepersIn(this.#home.folder, id) : []));
  }
}

/** How many of them lived until now. */
export function killAll(pids: readonly number[]): number {
  for (const pid of pids) endIfThere(pid);
  return pids.length;
}
