/** opencode, offline: `opencode serve` and its HTTP API, a window in tmux, and `opencode run`. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, until } from '../cli/cli-home.ts';
import { AgentFolder, type McpServer, readAll, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

export const opencode = 'opencode-ai@1.18.33';

/** Nothing is fetched. */
export const offline = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  // It would fetch its plugin library before the first turn.
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_fetch_retries: '0',
};

const LONGEST_START_MS = 60_000;

type Options = { readonly plugins?: readonly string[] };

/** Everything of one user's: all that is started in it shares the sessions. */
export class OpencodeFolder {
  readonly #folder: AgentFolder;
  readonly #program: string;
  readonly #undo: Undo;

  private constructor(undo: Undo, program: string) {
    this.#undo = undo;
    this.#folder = new AgentFolder(undo, 'opencode');
    this.#program = program;
  }

  static async prepare(
    undo: Undo,
    model: Model,
    mcp: McpServer,
    { plugins = [] }: Options = {},
  ): Promise<OpencodeFolder> {
    const folder = new OpencodeFolder(undo, join(await installTool(opencode), 'node_modules/.bin/opencode'));
    folder.#folder.write('work/opencode.json', config(model, mcp, plugins));
    return folder;
  }

  /** A server that answers, at a port that it had before or one that is free. */
  async serve(port?: number, env: Readonly<Record<string, string>> = {}): Promise<Opencode> {
    const at = port ?? (await freePort());
    const args = ['serve', '--hostname', '127.0.0.1', '--port', String(at)];
    const server = this.#folder.spawn(this.#program, args, { ...this.#env(), ...env });
    server.stderr?.resume();
    if (!server.stdout) throw new Error('opencode has no output');
    for await (const line of createInterface({ input: server.stdout }))
      if (line.includes(`http://127.0.0.1:${at}`)) return new Opencode(server, at);
    await once(server, 'close');
    throw new Error(`opencode serve ended with ${server.exitCode}`);
  }

  /** One prompt, after which it goes. */
  async run(text: string): Promise<string> {
    return (await readAll(this.#folder.spawn(this.#program, ['run', text], this.#env()))).output;
  }

  /** Interactive, ready to be asked. */
  async open(...args: readonly string[]): Promise<OpencodeWindow> {
    const env = Object.entries({ ...this.#folder.env, ...this.#env() }).map((pair) => pair.join('='));
    const command = ['env', '-i', ...env, this.#program, ...args];
    const window = new OpencodeWindow(this.#folder.path('tmux'));
    this.#undo(() => window.kill());
    window.start(this.#folder.work, command);
    await window.ready();
    return window;
  }

  #env(): Readonly<Record<string, string>> {
    return {
      XDG_RUNTIME_DIR: this.#folder.home,
      ...offline,
    };
  }
}

/** Its sessions, through the API of its windows. */
export class Opencode {
  readonly #server: ChildProcess;
  readonly port: number;
  /** As in OPENCODE_SERVER_PASSWORD. */
  password = '';

  constructor(server: ChildProcess, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async start(undo: Undo, model: Model, mcp: McpServer, options: Options = {}): Promise<Opencode> {
    return (await OpencodeFolder.prepare(undo, model, mcp, options)).serve();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    const hasEnded = once(this.#server, 'exit');
    if (this.#server.pid !== undefined) process.kill(-this.#server.pid, 'SIGKILL');
    await hasEnded;
  }

  async createSession(): Promise<string> {
    const { id } = (await this.post('/session', {})) as { readonly id: string };
    return id;
  }

  /** The prompt and everything that the model does about it, to the end of its turn. */
  async prompt(session: string, text: string, more: object = {}): Promise<void> {
    await this.post(`/session/${session}/message`, { ...more, parts: [{ type: 'text', text }] });
  }

  async get(path: string): Promise<unknown> {
    return this.#read(path, await fetch(`${this.url}${path}`, { headers: this.#headers() }));
  }

  async post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: this.#headers(),
      body: JSON.stringify(body),
    });
    return this.#read(path, response);
  }

  #headers(): Record<string, string> {
    const login = Buffer.from(`opencode:${this.password}`).toString('base64');
    return {
      'content-type': 'application/json',
      ...(this.password && { authorization: `Basic ${login}` }),
    };
  }

  async #read(path: string, response: Response): Promise<unknown> {
    const said = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${said}`);
    return said ? JSON.parse(said) : undefined;
  }
}

/** What a person has before them; it has no port. */
export class OpencodeWindow {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  start(folder: string, command: readonly string[]): void {
    this.#tmux('new-session', '-d', '-s', 'opencode', '-x', '160', '-y', '50', '-c', folder, ...command);
  }

  /** On a busy machine it takes its time. */
  async ready(): Promise<void> {
    const deadline = Date.now() + LONGEST_START_MS;
    while (!this.screen().includes('stand-in')) {
      assert.ok(Date.now() < deadline, `waited in vain for the window of opencode:\n${this.screen()}`);
      await sleep(50);
    }
  }

  /** Enter in one piece with the text would be a line of it. */
  async type(prompt: string): Promise<void> {
    this.#tmux('send-keys', '-t', 'opencode', '-l', prompt);
    await until(() => this.screen().includes(prompt), `${prompt} in the input`);
    this.#tmux('send-keys', '-t', 'opencode', 'Enter');
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'opencode');
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    const pid = Number(this.#tmux('display-message', '-p', '-t', 'opencode', '#{pane_pid}'));
    if (pid === 0) return;
    process.kill(-pid, 'SIGKILL');
    await until(() => !isAlive(pid) && this.screen() === '', 'the end of the window');
  }

  #tmux(...args: readonly string[]): string {
    try {
      return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // The server goes with its last session.
      return '';
    }
  }
}

/** opencode would take 4096 where it can, and another one could have it after a restart. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function config(model: Model, { command, args, env }: McpServer, plugins: readonly string[]): object {
  const stand = { name: 'stand-in', tool_call: true, limit: { context: 100_000, output: 4_000 } };
  return {
    model: 'standin/stand-in',
    small_model: 'standin/stand-in',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    plugin: plugins.map((file) => `file://${file}`),
    provider: {
      standin: {
        npm: '@ai-sdk/openai-compatible',
        name: 'standin',
        options: { baseURL: `${model.url}/v1`, apiKey: 'made-up-key' },
        models: { 'stand-in': stand },
      },
    },
    mcp: { ringback: { type: 'local', command: [command, ...args], environment: env, enabled: true } },
  };
}
