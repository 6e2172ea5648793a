/** A small editor that speaks ACP: it starts an agent, asks, and keeps everything that it is told. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Fields = Readonly<Record<string, unknown>>;
export type Update = Fields & { readonly sessionId: string; readonly kind: string; readonly text: string };
type Incoming = Fields & { readonly params?: Fields };
type Pending = { resolve(result: Fields): void; reject(error: Error): void };

const LONGEST_WAIT_MS = 60_000;

export class AcpEditor {
  /** Every line, as it came. */
  readonly lines: string[] = [];
  readonly updates: Update[] = [];
  /** What it is told besides. */
  readonly notes: Incoming[] = [];
  /** What the agent wants to do; nothing is allowed before this is over. */
  mayAllow: (params: Fields) => Promise<void> = async () => {};
  /** Answers that nobody asked for. */
  readonly strays: string[] = [];
  readonly #agent: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #waiters = new Set<() => void>();
  complaints = '';
  #count = 0;

  constructor(agent: ChildProcess) {
    this.#agent = agent;
    if (!agent.stdout) throw new Error('the agent has no output');
    agent.stderr?.on('data', (chunk) => {
      this.complaints += chunk;
    });
    agent.stdin?.on('error', () => {});
    createInterface({ input: agent.stdout }).on('line', (line) => this.#hear(line));
    agent.on('exit', () => {
      for (const { reject } of this.#pending.values())
        reject(new Error(`the agent ended: ${this.complaints}`));
    });
  }

  async initialize(): Promise<Fields> {
    return this.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'test-editor', version: '1' },
    });
  }

  async newSession(cwd: string, mcpServers: readonly Fields[] = []): Promise<string> {
    const { sessionId } = await this.request('session/new', { cwd, mcpServers });
    return String(sessionId);
  }

  async loadSession(sessionId: string, cwd: string): Promise<Fields> {
    return this.request('session/load', { sessionId, cwd, mcpServers: [] });
  }

  async prompt(sessionId: string, text: string): Promise<Fields> {
    return this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** Ids are small numbers, as editors choose them. */
  request(method: string, params: Fields): Promise<Fields> {
    const id = this.#count;
    this.#count += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Fields>();
    this.#pending.set(id, { resolve, reject });
    this.send({ id, method, params });
    return promise;
  }

  send(message: Fields): void {
    this.#agent.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The first update that meets it, be it long there or yet to come. */
  async heard(isMet: (update: Update) => boolean, name: string): Promise<Update> {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (;;) {
      const found = this.updates.find(isMet);
      if (found) return found;
      if (Date.now() > deadline)
        throw new Error(`waited in vain for ${name}; heard:\n${this.lines.join('\n')}\n${this.complaints}`);
      await new Promise<void>((resolve) => {
        this.#waiters.add(resolve);
        setTimeout(resolve, 1_000).unref();
      });
    }
  }

  /** Closes the line, as an editor does that goes. */
  async leave(): Promise<number | null> {
    this.#agent.stdin?.end();
    return this.ended();
  }

  async ended(): Promise<number | null> {
    if (this.#agent.exitCode === null && this.#agent.signalCode === null) await once(this.#agent, 'exit');
    return this.#agent.exitCode;
  }

  get pid(): number {
    return this.#agent.pid ?? 0;
  }

  #hear(line: string): void {
    this.lines.push(line);
    const message = JSON.parse(line) as Incoming;
    const { id, method, params = {} } = message;
    if (method === 'session/update') this.updates.push(readUpdate(params));
    else if (typeof method === 'string' && id === undefined) this.notes.push(message);
    else if (typeof method === 'string') void this.#answer(message);
    else this.#settle(Number(id), message, line);
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  /** Whatever the agent wants to do is allowed. */
  async #answer({ id, method, params = {} }: Incoming): Promise<void> {
    if (method !== 'session/request_permission') {
      this.send({ id, error: { code: -32601, message: 'not here' } });
      return;
    }
    await this.mayAllow(params);
    const options = (params.options ?? []) as { readonly optionId: string; readonly kind: string }[];
    const allowed = options.find(({ kind }) => kind === 'allow_always') ?? options[0];
    this.send({ id, result: { outcome: { outcome: 'selected', optionId: allowed?.optionId } } });
  }

  #settle(id: number, { result, error }: Incoming, line: string): void {
    const pending = this.#pending.get(id);
    if (!pending) {
      this.strays.push(line);
      return;
    }
    this.#pending.delete(id);
    if (error) pending.reject(new Error(JSON.stringify(error)));
    else pending.resolve(result as Fields);
  }
}

function readUpdate(params: Fields): Update {
  const update = params.update as Fields;
  const content = update.content as Fields | undefined;
  return {
    ...update,
    sessionId: String(params.sessionId),
    kind: String(update.sessionUpdate),
    text: typeof content?.text === 'string' ? content.text : '',
  };
}
