/** The same server over HTTP with the tools that the conformance suite asks for, and no token. Prints its address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientCapabilities, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { RingbackError } from '../../../src/base/errors.ts';
import { newProcessId } from '../../../src/base/ids.ts';
import type { Daemon, McpContext, OfferedTool } from '../../../src/mcp/context.ts';
import { serveOverHttp } from '../../../src/mcp/http/serve.ts';
import type { TaskState } from '../../../src/mcp/tasks/task-state.ts';
import type { WireTask, WireToolAnswer } from '../../../src/wire/tool.ts';

type Given = { readonly name?: string; readonly seconds?: number };
type Ending = Partial<TaskState>;

const question = (message: string) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
});

/** What becomes of a task of each tool. */
const endings: Readonly<Record<string, (given: Given, task: Running) => Promise<Ending>>> = {
  async slow_compute({ seconds = 0 }, { stop }) {
    await sleep(seconds * 1000, undefined, { signal: stop.signal });
    return { status: 'completed', result: { output: `computed for ${seconds} s` } };
  },
  async failing_job() {
    await sleep(1000);
    return { status: 'completed', result: { error: 'the job failed' }, is_error: true };
  },
  async protocol_error_job() {
    return { status: 'failed', error: { code: -32603, message: 'the job broke' } };
  },
  async confirm_delete(_, task) {
    await task.ask({ confirm: question('Really?') });
    return { status: 'completed', result: { output: 'deleted' } };
  },
  async multi_input(_, task) {
    await task.ask({ first: question('First?'), second: question('Second?') });
    return { status: 'completed', result: { output: 'thanks' } };
  },
};

class Running {
  state: TaskState;
  readonly stop = new AbortController();
  #answered = Promise.withResolvers<void>();

  constructor() {
    const now = new Date().toISOString();
    this.state = { ...about(now), task_id: newProcessId(), created_at: now, status: 'working' };
  }

  set(ending: Ending): void {
    if (this.stop.signal.aborted) return;
    this.state = { ...this.state, ...about(new Date().toISOString()), ...ending } as TaskState;
  }

  cancel(): void {
    if (this.state.status === 'working' || this.state.status === 'input_required')
      this.set({ status: 'cancelled' });
    this.stop.abort();
  }

  ask(requests: Record<string, object>): Promise<void> {
    this.set({ status: 'input_required', input_requests: requests });
    return this.#answered.promise;
  }

  answer(keys: readonly string[]): void {
    if (this.state.status !== 'input_required') return;
    const left = Object.entries(this.state.input_requests).filter(([key]) => !keys.includes(key));
    if (left.length > 0) this.set({ status: 'input_required', input_requests: Object.fromEntries(left) });
    else {
      this.set({ status: 'working' });
      this.#answered.resolve();
    }
  }
}

function about(now: string) {
  return { status_message: 'a fixture', updated_at: now };
}

const tasks = new Map<string, Running>();

function find(id: string): Running {
  const task = tasks.get(id);
  if (!task) throw new RingbackError('not_found', `There is no task ${id}.`);
  return task;
}

/** Of the other tools: what they need of the client, where they need anything. */
const plainTools: Readonly<Record<string, ClientCapabilities>> = {
  greet: {},
  test_missing_capability: { sampling: {} },
  test_streaming_elicitation: {},
  test_logging_tool: {},
};

async function callTool(name: string, given: Given, reach: string): Promise<WireToolAnswer> {
  const ending = endings[name];
  if (!ending) {
    require(plainTools[name] ?? {});
    return plain({ output: `Hello, ${given.name}!` });
  }
  if (reach !== 'task' && name === 'failing_job')
    require({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
  const task = new Running();
  const ended = ending(given, task).then(
    (state) => task.set(state),
    () => {},
  );
  if (reach !== 'task') {
    await ended;
    return plain((task.state as WireTask).result ?? {});
  }
  tasks.set(task.state.task_id, task);
  return { ...plain({ session_id: task.state.task_id }), task: task.state as WireTask };
}

function require(requiredCapabilities: ClientCapabilities): void {
  if (Object.keys(requiredCapabilities).length > 0)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

function plain(result: Readonly<Record<string, unknown>>): WireToolAnswer {
  return { result, is_error: false, riding: [] };
}

const daemon: Daemon = {
  tools: {
    call: (name, { arguments: given, reach }) => callTool(name, given as Given, reach),
    task: async (id) => find(id).state,
    async cancelTask(id) {
      find(id).cancel();
      return find(id).state;
    },
    answerTask: async (id, responses) => find(id).answer(Object.keys(responses)),
  },
  notifications: { acknowledge: async () => 0 },
  get: () => Promise.reject(new RingbackError('not_found', 'There is none.')),
  async *follow() {},
  activeForSession: async () => false,
};

const tools: OfferedTool[] = [...Object.keys(plainTools), ...Object.keys(endings)].map((name) => ({
  name,
  title: name,
  description: 'A fixture of the conformance suite.',
  inputSchema: { type: 'object', properties: {} },
  annotations: {},
}));

const context: McpContext = {
  daemon,
  tools,
  session: undefined,
  env: {},
  variables: {},
  folder: '/',
  waitSeconds: 50,
  progressMs: 10_000,
  toText: (result) => String(result.output ?? JSON.stringify(result)),
};
const { url } = await serveOverHttp(context, { port: 0, address: '127.0.0.1', token: undefined });
console.log(url);
process.stdin.on('end', () => process.exit(0)).resume();
