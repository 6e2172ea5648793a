/** Codex's background server, offline, and a person in front of it: `codex app-server` at the place where it always listens. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AppServer } from '../../src/ringers/kinds/codex/app-server.ts';
import { until } from '../cli/cli-home.ts';
import { AgentFolder, type McpServer, type Undo } from './agent-folder.ts';
import { codex, config } from './codex.ts';
import { CodexTerminal } from './codex-terminal.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

type Turn = { readonly id: string; readonly status: string };
type Page = { readonly data: readonly Turn[] };

const isRunning = ({ status }: Turn): boolean => status === 'inProgress';

export class CodexServer {
  readonly #folder: AgentFolder;
  readonly program: string;
  readonly socket: string;
  #process: ChildProcess | undefined;
  #client: AppServer | undefined;

  private constructor(folder: AgentFolder, program: string) {
    this.#folder = folder;
    this.program = program;
    this.socket = join(folder.home, '.codex/app-server-control/app-server-control.sock');
  }

  static async prepare(undo: Undo, model: Model, mcp: McpServer): Promise<CodexServer> {
    const program = join(await installTool(codex), 'node_modules/.bin/codex');
    const folder = new AgentFolder(undo, 'codex');
    // What a person answers once: that this folder is to be trusted.
    const trust = `[projects."${folder.work}"]\ntrust_level = "trusted"\n`;
    folder.write('home/.codex/config.toml', `${config(model, mcp)}${trust}`);
    const server = new CodexServer(folder, program);
    undo(() => server.leave());
    return server;
  }

  /** Listens, with a client. */
  async start(): Promise<void> {
    this.#process = this.#folder.spawn(this.program, ['app-server', '--listen', 'unix://'], {});
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.resume();
    await this.connect();
  }

  /** A client, as soon as somebody listens. */
  async connect(): Promise<void> {
    const signal = new AbortController().signal;
    await until(async () => {
      const connecting = AppServer.open({ socketPath: this.socket }, undefined, signal);
      this.#client = await connecting.catch(() => undefined);
      return this.#client !== undefined;
    }, 'the app-server of Codex');
  }

  /** `codex` as people start it; it uses the server that listens, unless told otherwise. */
  openTerminal(undo: Undo, ...args: readonly string[]): Promise<CodexTerminal> {
    return CodexTerminal.open(undo, this.#folder, this.program, args);
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    this.leave();
    const { pid } = this.#process ?? {};
    if (!this.#process || pid === undefined) return;
    const hasEnded = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await hasEnded;
    this.#process = undefined;
  }

  leave(): void {
    this.#client?.close();
  }

  async createThread(): Promise<string> {
    type Started = { readonly thread: { readonly id: string } };
    const { thread } = (await this.#ask('thread/start', { cwd: this.#folder.work })) as Started;
    return thread.id;
  }

  /** As a person does who opens it again. */
  async open(threadId: string): Promise<void> {
    await this.#ask('thread/resume', { threadId, excludeTurns: true });
  }

  /** A prompt, to the end of its turn. */
  async prompt(threadId: string, text: string): Promise<void> {
    const id = await this.begin(threadId, text);
    // For a moment at its beginning it is said to be interrupted.
    const isOver = async () =>
      (await this.#turns(threadId)).some((turn) => turn.id === id && turn.status === 'completed');
    await until(isOver, `the end of the turn of "${text}"`);
  }

  /** The turn's id. */
  async begin(threadId: string, text: string): Promise<string> {
    type Begun = { readonly turn: { readonly id: string } };
    const input = [{ type: 'text', text, text_elements: [] }];
    return ((await this.#ask('turn/start', { threadId, input })) as Begun).turn.id;
  }

  /** Nothing queued, nothing under way. */
  async isIdle(threadId: string): Promise<boolean> {
    const queued = (await this.#ask('thread/queue/list', { threadId })) as Page;
    return queued.data.length === 0 && !(await this.#turns(threadId)).some(isRunning);
  }

  /** Of a thread that is not written down yet, it cannot tell. */
  async #turns(threadId: string): Promise<readonly Turn[]> {
    const asked = this.#ask('thread/turns/list', { threadId, limit: 10 });
    return ((await asked.catch(() => ({ data: [] }))) as Page).data;
  }

  async #ask(method: string, params: object): Promise<unknown> {
    if (!this.#client) throw new Error('Codex was not started');
    return this.#client.request(method, params);
  }
}
