import assert from 'node:assert/strict';
import { launcher } from '../mcp-client.ts';
import { envelope, RawClient } from '../raw-client.ts';
import { checkResult, type Result } from './result.ts';

type Given = Readonly<Record<string, unknown>>;
type Task = {
  readonly taskId: string;
  readonly status: string;
  readonly result?: { readonly structuredContent: Result & { readonly notification: string } };
};

const extensions = { 'io.modelcontextprotocol/tasks': {} };

/** An agent whose client declares the Tasks extension, as Claude Code does. */
export class TaskAgent {
  readonly session: string;
  readonly heard: string[] = [];
  readonly #client: RawClient;

  constructor(home: string, session: string) {
    this.session = session;
    this.#client = new RawClient([launcher, 'mcp'], { env: { RINGBACK_HOME: home } });
  }

  /** The task that a call is answered with, and what the model reads meanwhile. */
  async startTask(given: Given): Promise<{ id: string; shown: Result }> {
    const answer = await this.#call('terminal', given);
    assert.equal(answer.resultType, 'task', JSON.stringify(answer));
    const meta = answer._meta as Record<string, { modelImmediateResponse: string }>;
    const text = meta['com.anthropic/agent-task']?.modelImmediateResponse ?? '';
    return { id: String(answer.taskId), shown: JSON.parse(text) as Result };
  }

  async call(name: string, given: Given): Promise<Result> {
    const answer = await this.#call(name, given);
    assert.equal(answer.resultType, 'complete', JSON.stringify(answer));
    const result = checkResult(answer);
    this.heard.push(...result.notifications);
    return result;
  }

  async task(taskId: string): Promise<Task> {
    const { result } = await this.#client.modern('tasks/get', { taskId }, extensions);
    return result as Task;
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  async #call(name: string, given: Given): Promise<Record<string, unknown>> {
    const _meta = { ...envelope('test-client', extensions), 'ringback/session': this.session };
    const { result, error } = await this.#client.request('tools/call', { name, arguments: given, _meta });
    assert.ok(result, JSON.stringify(error));
    return result;
  }
}
