import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { checkResult, type Result } from './result.ts';

type Given = Readonly<Record<string, unknown>>;
type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>;

/** An agent in one conversation: it calls tools, and reads what comes back. */
export class Agent {
  readonly client: Client;
  readonly session: string | undefined;
  readonly #task: string | undefined;
  #added: Given = {};
  /** Every notification that rode on a result, in order. */
  readonly heard: string[] = [];

  /** Without a session the server has to find out by itself. */
  constructor(client: Client, session?: string, task?: string) {
    this.client = client;
    this.session = session;
    this.#task = task;
  }

  /** The same program in another conversation, or for a sub-agent. */
  as(session: string | undefined, task?: string): Agent {
    return new Agent(this.client, session, task);
  }

  /** What the agent's plugin puts into every call. */
  withArguments(added: Given): this {
    this.#added = added;
    return this;
  }

  terminal(given: Given, options?: CallOptions): Promise<Result> {
    return this.call('terminal', given, options);
  }

  /** `terminal` in the background; what it was called with last for most rows. */
  start(command: string, given: Given = {}): Promise<Result> {
    return this.terminal({ command, background: true, ...given });
  }

  process(action: string, given: Given = {}): Promise<Result> {
    return this.call('process', { action, ...given });
  }

  /** A call that does nothing, so that what is pending can ride on it; what did. */
  async listen(): Promise<readonly string[]> {
    const { notifications } = await this.process('list');
    return notifications;
  }

  async call(name: string, given: unknown, options?: CallOptions): Promise<Result> {
    const _meta = {
      ...(this.session !== undefined && { 'ringback/session': this.session }),
      ...(this.#task !== undefined && { 'ringback/task': this.#task }),
    };
    const params = { name, arguments: this.#withAdded(given), _meta };
    const result: CallToolResult = await this.client.callTool(params, options);
    const checked = checkResult(result);
    this.heard.push(...checked.notifications);
    return checked;
  }

  #withAdded(given: unknown): Given {
    return Object.keys(this.#added).length > 0 ? { ...(given as Given), ...this.#added } : (given as Given);
  }
}
