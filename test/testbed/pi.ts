/** pi, offline: its RPC mode, one JSON record per line on stdin and stdout. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentFolder, readAll, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

/** The newest that can be installed whole (2026-11): 1.0 to 1.5 ask for a pi-codemode that the registry does not have. */
export const pi = '@earendil-works/pi-coding-agent@0.87.1';

const LONGEST_WAIT_MS = 60_000;

type Record = { readonly type: string; readonly id?: string } & Readonly<{ [name: string]: unknown }>;
type Waiter = {
  readonly isMet: (record: Record) => boolean;
  readonly resolve: (record: Record) => void;
  readonly giveUp: () => void;
};

/** Where pi is set up; any number of it may run there. */
export class PiFolder {
  readonly #folder: AgentFolder;
  readonly #program: string;
  readonly #env: Readonly<{ [name: string]: string }>;

  private constructor(folder: AgentFolder, program: string, ringbackHome: string) {
    this.#folder = folder;
    this.#program = program;
    this.#env = { PI_OFFLINE: '1', PI_TELEMETRY: '0', RINGBACK_HOME: ringbackHome };
  }

  static async prepare(undo: Undo, model: Model, ringbackHome: string, plugin: string): Promise<PiFolder> {
    const program = join(await installTool(pi), 'node_modules/.bin/pi');
    const folder = new AgentFolder(undo, 'pi');
    folder.write('home/.pi/agent/models.json', models(model));
    folder.write('home/.pi/agent/settings.json', { defaultProvider: 'standin', defaultModel: 'stand-in' });
    const link = join(folder.home, '.pi/agent/extensions/ringback');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(plugin, link);
    return new PiFolder(folder, program, ringbackHome);
  }

  /** Running, with its extensions there. `session`: one that was there before. */
  async start(session?: string): Promise<Pi> {
    const args = ['--mode', 'rpc', ...(session === undefined ? [] : ['--session', session])];
    const running = new Pi(this.#folder.spawn(this.#program, args, this.#env));
    await running.sessionId();
    return running;
  }

  /** `pi -p`: one prompt, to the end. */
  async print(prompt: string): Promise<{ code: number | null; output: string }> {
    return readAll(this.#folder.spawn(this.#program, ['-p', prompt], this.#env));
  }
}

export class Pi {
  readonly #child: ChildProcess;
  readonly #records: Record[] = [];
  readonly #waiters = new Set<Waiter>();
  #complaint = '';
  #asked = 0;
  #rest = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    // Not readline, which takes more than a line feed for the end of a line.
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#hear(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint += chunk;
    });
    child.once('close', () => {
      for (const waiter of this.#waiters) waiter.giveUp();
    });
  }

  async sessionId(): Promise<string> {
    const { data } = await this.command({ type: 'get_state' });
    return (data as { readonly sessionId: string }).sessionId;
  }

  /** The prompt and everything that the model does about it. */
  async prompt(message: string): Promise<void> {
    const from = this.#records.length;
    await this.begin(message);
    await this.settled(from);
  }

  async begin(message: string): Promise<void> {
    await this.command({ type: 'prompt', message });
  }

  /** How much it has said: what comes from here on. */
  get place(): number {
    return this.#records.length;
  }

  async settled(from: number): Promise<void> {
    await this.#heard(({ type }) => type === 'agent_settled', 'the end of the run', from);
  }

  /** The model's call of this tool is being made. */
  async runs(tool: string, from: number): Promise<void> {
    const isMet = ({ type, toolName }: Record): boolean =>
      type === 'tool_execution_start' && toolName === tool;
    await this.#heard(isMet, `a call of ${tool}`, from);
  }

  async command(command: { readonly type: string; readonly [name: string]: unknown }): Promise<Record> {
    const id = `test-${++this.#asked}`;
    this.#child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    const answer = await this.#heard((record) => record.id === id, command.type, 0);
    assert.equal(answer.success, true, JSON.stringify(answer));
    return answer;
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** Its client goes; its exit code. */
  async leave(): Promise<number | null> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    return ((await ended) as [number | null])[0];
  }

  #hear(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) {
      const record = JSON.parse(line) as Record;
      this.#records.push(record);
      for (const waiter of this.#waiters) if (waiter.isMet(record)) waiter.resolve(record);
    }
  }

  async #heard(isMet: (record: Record) => boolean, name: string, from: number): Promise<Record> {
    const there = this.#records.slice(from).find(isMet);
    if (there) return there;
    const { promise, resolve, reject } = Promise.withResolvers<Record>();
    const giveUp = (): void => reject(new Error(this.#inVain(name)));
    const waiter = { isMet, resolve, giveUp };
    this.#waiters.add(waiter);
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  #inVain(name: string): string {
    const heard = this.#records.map((record) => JSON.stringify(record).slice(0, 300));
    return [`waited in vain for ${name} of pi; heard:`, ...heard.slice(-20), this.#complaint].join('\n');
  }
}

function models(model: Model): object {
  return {
    providers: {
      standin: {
        baseUrl: `${model.url}/v1`,
        api: 'openai-completions',
        apiKey: 'made-up-key',
        models: [{ id: 'stand-in', contextWindow: 100_000, maxTokens: 4_000 }],
      },
    },
  };
}
