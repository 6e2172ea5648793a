import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { nodeOptions } from '../src/base/programs.ts';
import { Client } from '../src/client/client.ts';
import { environment } from './environment.ts';
import { repository, type Workplace } from './workplace.ts';

/** The daemon as it is published: a program of its own, bundled. */
export class Daemon {
  readonly home: string;
  readonly client: Client;
  readonly #child: ChildProcess;
  /** From its spawn until it said that it is ready. */
  readonly readyMs: number;

  private constructor(home: string, child: ChildProcess, readyMs: number) {
    this.home = home;
    this.client = new Client({ home, startsDaemon: false });
    this.#child = child;
    this.readyMs = readyMs;
  }

  static async start(home: string): Promise<Daemon> {
    const program = join(repository, 'dist/daemon.js');
    const args = [...nodeOptions, program, '--home', home, '--ready-fd', '3'];
    const before = performance.now();
    const child = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
    const message = await text(child.stdio[3] as Readable);
    const readyMs = performance.now() - before;
    if (!message.includes('"ready":true')) throw new Error(`the daemon did not start: ${message}`);
    return new Daemon(home, child, readyMs);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts `count` processes, twenty at a time. */
  async startMany(command: string, count: number): Promise<void> {
    let left = count;
    const startSome = async () => {
      while (left-- > 0) {
        await this.client.start({ command, workdir: '/', env: environment, shell: '/bin/sh' });
      }
    };
    await Promise.all(Array.from({ length: 20 }, startSome));
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  /** Ends everything that it runs, and it. */
  async end(): Promise<void> {
    try {
      await this.client.killAll({ grace: 1 });
    } finally {
      await this.kill('SIGTERM');
    }
  }
}

/** A daemon in a fresh home; `work` may put another in its place. */
export async function withDaemon<T>(
  workplace: Workplace,
  work: (daemon: Daemon, replace: () => Promise<Daemon>) => Promise<T>,
): Promise<T> {
  let daemon = await Daemon.start(workplace.newFolder('home'));
  const end = workplace.atEnd(() => daemon.end());
  const replace = async () => {
    await daemon.kill('SIGKILL');
    daemon = await Daemon.start(daemon.home);
    return daemon;
  };
  try {
    return await work(daemon, replace);
  } finally {
    await end();
  }
}
