import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Entry } from '../../../src/agent/store/entries.ts';

type Reported = {
  readonly up?: true;
  readonly idle?: boolean;
  readonly sent?: string;
  readonly entries?: readonly Entry[];
  readonly failure?: string;
};

export type Message = { readonly clientId: string; readonly text: string };

/** One life of the agent, from its start until it is killed. */
export class Life {
  readonly #child: ChildProcess;
  readonly #waiting = new Set<(reported: Reported) => void>();
  readonly over: Promise<NodeJS.Signals | number>;
  isOver = false;
  isIdle = false;

  constructor(host: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [host, ...args], {
      env: { ...process.env, ...variables },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdout, stdin } = this.#child;
    if (!stdout || !stdin) throw new Error('it has no pipes');
    stdin.on('error', () => {});
    createInterface(stdout).on('line', (line) => {
      const reported: Reported = JSON.parse(line);
      if (reported.idle !== undefined) this.isIdle = reported.idle;
      for (const resolve of this.#waiting) resolve(reported);
    });
    this.over = once(this.#child, 'close').then(([code, signal]) => {
      this.isOver = true;
      return signal ?? code;
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** True: it is stored. False: it died before it could say so. */
  async send(message: Message): Promise<boolean> {
    const stored = this.#reports(({ sent }) => sent === message.clientId);
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    return (await stored) !== undefined;
  }

  async up(): Promise<boolean> {
    return (await this.#reports(({ up }) => up === true)) !== undefined;
  }

  async entries(): Promise<readonly Entry[]> {
    const reported = this.#reports(({ entries }) => entries !== undefined);
    this.#child.stdin?.write('entries\n');
    return (await reported)?.entries ?? [];
  }

  /** Undefined: it died before. */
  async #reports(isMet: (reported: Reported) => boolean): Promise<Reported | undefined> {
    const { promise, resolve } = Promise.withResolvers<Reported>();
    const look = (reported: Reported) => {
      if (isMet(reported)) resolve(reported);
    };
    this.#waiting.add(look);
    try {
      return await Promise.race([promise, this.over.then(() => undefined)]);
    } finally {
      this.#waiting.delete(look);
    }
  }
}
