/** One environment on trial: a home with a real daemon and command line, and another way to look at what goes on there. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../../../src/client/client.ts';
import type { WireNotification } from '../../../src/wire/notification.ts';
import type { WireProcess } from '../../../src/wire/process.ts';
import { CliHome, text, until } from '../../cli/cli-home.ts';

/** What a suite must know of an environment to try it. */
export type Site = {
  /** For the configuration; absent: this machine. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** The home of its user. */
  readonly home: string;
  /** The folder of the keeper there; it need not be there yet. */
  readonly folder?: string;
  /** What a script prints there, which is run by other means than Ringback's: also while `outage` lasts. */
  inside(script: string): Promise<string>;
  /** What people call a restart of it: the server is killed, and started again. */
  readonly outage?: { down(): Promise<void>; up(): Promise<void> };
};

const NAME = 'there';
/** Longer than anything here takes on a busy machine. */
const PATIENCE_SECONDS = 60;

const ignore = (): void => {};

export class Trial {
  readonly site: Site;
  readonly cli: CliHome;
  readonly client: Client;
  readonly #marks: string[] = [];

  constructor(after: (clean: () => Promise<void>) => void, site: Site) {
    this.site = site;
    const environments = site.entry ? { [NAME]: site.entry } : {};
    this.cli = new CliHome(after, { environments });
    this.client = this.cli.client();
    // A place that is gone already took its files along.
    after(() => site.inside(['rm -f', ...this.#marks].join(' ')).then(ignore, ignore));
  }

  /** Options of `run` that lead there. */
  get on(): readonly string[] {
    return this.site.entry ? ['--on', NAME] : [];
  }

  /** The id. */
  start(command: string, ...options: readonly string[]): Promise<string> {
    return this.cli.start(...this.on, ...options, '--', command);
  }

  /** Runs to its end. */
  async run(command: string, ...options: readonly string[]): Promise<WireProcess & { output: string }> {
    const id = await this.start(command, ...options);
    return { ...(await this.ended(id)), output: String(await this.output(id)) };
  }

  async ended(id: string): Promise<WireProcess> {
    const { status } = await this.client.wait(id, { timeout: PATIENCE_SECONDS });
    assert.notEqual(status, 'timeout', `${id} did not end`);
    return this.client.get(id);
  }

  /** As soon as it runs: where it waited for its turn that may take a moment. */
  async running(id: string): Promise<WireProcess> {
    await until(async () => (await this.client.get(id)).status !== 'queued', 'its turn');
    return this.client.get(id);
  }

  async printed(id: string, line: string): Promise<void> {
    const { status } = await this.client.wait(id, { until: line, timeout: PATIENCE_SECONDS });
    assert.equal(status, 'matched', `${id} did not print ${line}`);
  }

  /** Every byte, as it was printed. */
  async output(id: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#raw(id)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The length of the output, the SHA-256 of its first `size` bytes, and what came behind them. */
  async digest(id: string, size: number): Promise<{ length: number; sha256: string; rest: string }> {
    const hash = createHash('sha256');
    let length = 0;
    let rest = '';
    for await (const chunk of this.#raw(id)) {
      const own = chunk.subarray(0, Math.max(0, size - length));
      hash.update(own);
      rest += chunk.subarray(own.length);
      length += chunk.length;
    }
    return { length, sha256: hash.digest('hex'), rest };
  }

  /** The notifications that a session gets next; at least one. */
  async told(session: string): Promise<WireNotification[]> {
    const wait = String(PATIENCE_SECONDS);
    return this.cli.json<WireNotification>('inbox', '--session', session, '--once', '--wait', wait);
  }

  /** `ringback ARGS` that goes on; what it printed so far, and its end. */
  follow(...args: readonly string[]) {
    const child = this.cli.spawn(args);
    child.stdin.end();
    const seen = { text: '' };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      seen.text += chunk;
    });
    const complaint = text(child.stderr);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { seen, complaint, ended };
  }

  /** How many processes there carry the mark in their environment, whatever has become of them. */
  async alive(mark: string): Promise<number> {
    const script = `grep -l 'RINGBACK_MARK=${mark}' /proc/[0-9]*/environ 2>/dev/null`;
    return (await this.site.inside(`${script}; true`)).split('\n').filter(Boolean).length;
  }

  /** The same file names for the command and for `inside`. */
  newMark(): { mark: string; file: string; option: readonly string[] } {
    const mark = randomBytes(8).toString('hex');
    const file = `/tmp/ringback-mark-${mark}`;
    this.#marks.push(file);
    return { mark, file, option: ['--env', `RINGBACK_MARK=${mark}`] };
  }

  /** That a command there has come so far that it made a file. */
  async made(file: string): Promise<void> {
    await until(async () => (await this.site.inside(`ls ${file} 2>/dev/null; true`)) !== '', file);
  }

  #raw(id: string): AsyncIterable<Buffer> {
    const child = this.cli.spawn(['log', '--raw', id]);
    child.stdin.end();
    return child.stdout;
  }
}

/** A shell's way to wait for a file, which is removed. */
export const awaitFile = (file: string): string => `while [ ! -e ${file} ]; do sleep 0.05; done; rm ${file}`;

/** `name 1` to `name count`, each on its line. */
export const numbered = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}\n`).join('');

/** A shell's way to print them. */
export const printNumbered = (name: string, count: number): string => `seq 1 ${count} | sed 's/^/${name} /'`;
