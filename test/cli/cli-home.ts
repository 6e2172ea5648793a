import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesFolder } from '../../src/base/home.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { canConnect } from '../../src/client/can-connect.ts';
import { Client } from '../../src/client/client.ts';
import { stopDaemon } from '../../src/client/stop-daemon.ts';
import type { WireListed } from '../../src/wire/process.ts';
import { clientsOf, endIfThere, pidsIn } from '../faults/support/proc.ts';
import { until } from '../until.ts';

export { until };

/** How long a client may take to leave when it is told to. */
const LAST_WORDS_MS = 5_000;

const launcher = join(import.meta.dirname, '../../bin/ringback');

export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Options = { readonly env?: NodeJS.ProcessEnv; readonly input?: string; readonly cwd?: string };
/** `after` of node:test, or of one test. */
type After = (clean: () => Promise<void>) => void;

/** A home with a daemon of its own and the real command line to reach it. Afterwards nothing of it is left. */
export class CliHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'rb-cli-'));
  readonly #env: NodeJS.ProcessEnv;

  constructor(after: After, config: object = {}) {
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(config));
    const { RINGBACK_SESSION: _, CLAUDE_CODE_SESSION_ID: __, CODEX_THREAD_ID: ___, ...env } = process.env;
    this.#env = { ...env, RINGBACK_HOME: this.folder, NO_COLOR: '1' };
    after(() => this.#remove());
  }

  /** `ringback ARGS` to its end. */
  async run(args: readonly string[], { env = {}, input = '', cwd }: Options = {}): Promise<Outcome> {
    const child = this.spawn(args, env, cwd);
    child.stdin.on('error', () => {}).end(input);
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stdout: await stdout, stderr: await stderr };
  }

  /** What `ringback ARGS` printed; it must succeed. */
  async ok(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    assert.equal(code, 0, `ringback ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** The JSON objects that `ringback ARGS --json` printed, and nothing else. */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T[]> {
    const { stdout } = await this.run(['--json', ...args]);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T);
  }

  /** The id of a command that was just started. */
  async start(...args: string[]): Promise<string> {
    return (await this.ok('run', ...args)).trim();
  }

  spawn(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string): ChildProcessWithoutNullStreams {
    return spawn(launcher, args, { env: { ...this.#env, ...env }, cwd });
  }

  client(): Client {
    return new Client({ home: this.folder });
  }

  async list(): Promise<readonly WireListed[]> {
    return (await this.client().list()).processes;
  }

  /** SIGKILL, as a crash would. */
  async killDaemon(): Promise<number> {
    const { pid } = await this.client().health();
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), `the end of daemon ${pid}`);
    return pid;
  }

  async #remove(): Promise<void> {
    await this.#endClients();
    // A daemon that is not there is started only where there may be something for it to end.
    if ((await canConnect(this.folder)) || hasProcesses(this.folder)) {
      const { pid } = await this.client().health();
      // What runs in a place that is gone by now cannot be ended; the place has taken it along.
      await this.client()
        .killAll({ grace: 0.1 })
        .catch(() => {});
      await stopDaemon(this.folder, pid);
    }
    // Who waits for the death of a daemon that was killed would start another one, in a home that is gone.
    await until(() => {
      const living = pidsIn(this.folder);
      for (const pid of living) endIfThere(pid);
      return living.length === 0;
    }, `the end of everything in ${this.folder}`);
    removeFolder(this.folder);
  }

  /** One that lived on would start the daemon again, in a home that is gone. */
  async #endClients(): Promise<void> {
    const endAll = (signal: NodeJS.Signals) => {
      for (const pid of clientsOf(this.folder)) endIfThere(pid, signal);
    };
    endAll('SIGTERM');
    const patience = setTimeout(() => endAll('SIGKILL'), LAST_WORDS_MS);
    await until(() => clientsOf(this.folder).length === 0, `the end of the clients of ${this.folder}`);
    clearTimeout(patience);
  }
}

function hasProcesses(home: string): boolean {
  const folder = processesFolder(home);
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Everything a stream gave. */
export async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** One that has ended but was not yet collected by its parent is dead. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
