import * as z from 'zod/mini';
import { serverTool } from '../server-tool.ts';
import { scriptOf } from './script-of.ts';

/** What Codex tells, as far as it matters here. */
export type Event =
  | { readonly kind: 'said'; readonly thread: string; readonly text: string }
  | ({ readonly kind: 'call'; readonly id: string } & Begun)
  | { readonly kind: 'answered'; readonly id: string; readonly isError: boolean }
  | { readonly kind: 'turn-over'; readonly thread: string; readonly id: string; readonly failure?: Failure }
  /** A request to the model was answered; the tokens are those of all of the thread. */
  | { readonly kind: 'asked-model'; readonly thread: string; readonly tokens: Tokens }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'alive' };

/** `server`: whose tool it is, of a call of an MCP server. */
export type Begun = { readonly call: Call; readonly about: string; readonly server?: string };

/** As one of ours, where there is such a one. */
export type Call = { readonly tool: string; readonly inputs: readonly Readonly<Record<string, unknown>>[] };
export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };
export type Failure = { readonly message: string; readonly isLogin: boolean };

const item = z.union([
  z.object({ type: z.literal('agentMessage'), text: z.string() }),
  z.object({
    type: z.literal('commandExecution'),
    id: z.string(),
    command: z.string(),
    cwd: z.optional(z.string()),
    status: z.string(),
  }),
  z.object({
    type: z.literal('fileChange'),
    id: z.string(),
    changes: z.array(z.object({ path: z.string() })),
    status: z.string(),
  }),
  z.object({
    type: z.literal('mcpToolCall'),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.catch(z.record(z.string(), z.unknown()), {}),
    status: z.string(),
  }),
  z.object({ type: z.literal('webSearch'), id: z.string(), query: z.catch(z.string(), '') }),
  z.object({ type: z.literal('collabAgentToolCall'), id: z.string(), tool: z.string(), status: z.string() }),
]);
type Item = z.output<typeof item>;
type Work = Exclude<Item, { type: 'agentMessage' }>;

const news = {
  item: z.object({ threadId: z.string(), item }),
  turn: z.object({
    threadId: z.string(),
    turn: z.object({
      id: z.string(),
      status: z.string(),
      error: z.nullish(z.object({ message: z.string(), codexErrorInfo: z.optional(z.unknown()) })),
    }),
  }),
  usage: z.object({
    threadId: z.string(),
    tokenUsage: z.object({ total: z.object({ inputTokens: z.number(), outputTokens: z.number() }) }),
  }),
  rerouted: z.object({ toModel: z.string() }),
};

/** What is not known, or tells of no progress, is nothing. */
export function readNews(method: string, params: unknown): Event | undefined {
  if (method === 'item/started' || method === 'item/completed') {
    const read = news.item.safeParse(params);
    return read.success ? fromItem(read.data, method === 'item/completed') : { kind: 'alive' };
  }
  if (method === 'turn/completed') return fromTurn(params);
  if (method === 'thread/tokenUsage/updated') return fromUsage(params);
  if (method === 'model/rerouted') {
    const read = news.rerouted.safeParse(params);
    return read.success ? { kind: 'model', model: read.data.toModel } : undefined;
  }
  return method.startsWith('item/') ? { kind: 'alive' } : undefined;
}

function fromItem({ threadId, item }: z.output<typeof news.item>, isOver: boolean): Event {
  if (item.type === 'agentMessage')
    return isOver ? { kind: 'said', thread: threadId, text: item.text } : { kind: 'alive' };
  if (isOver) return { kind: 'answered', id: item.id, isError: hasFailed(item) };
  const server = item.type === 'mcpToolCall' && { server: item.server };
  return { kind: 'call', id: item.id, call: ourCall(item), about: aboutItem(item), ...server };
}

const hasFailed = (work: Work): boolean =>
  'status' in work && (work.status === 'failed' || work.status === 'declined');

export function commandCall(command: string, workdir: string | null | undefined): Call {
  return { tool: 'terminal', inputs: [{ command: scriptOf(command), ...(workdir && { workdir }) }] };
}

function ourCall(work: Work): Call {
  switch (work.type) {
    case 'commandExecution':
      return commandCall(work.command, work.cwd);
    case 'fileChange':
      return { tool: 'edit', inputs: work.changes.map(({ path }) => ({ path })) };
    case 'mcpToolCall':
      return { tool: serverTool(work.server, work.tool), inputs: [work.arguments] };
    case 'webSearch':
      return { tool: 'web_search', inputs: [{ query: work.query }] };
    case 'collabAgentToolCall':
      return { tool: work.tool, inputs: [{}] };
  }
}

function aboutItem(work: Work): string {
  switch (work.type) {
    case 'commandExecution':
      return scriptOf(work.command);
    case 'fileChange':
      return work.changes.map(({ path }) => path).join(', ');
    case 'webSearch':
      return work.query;
    default:
      return '';
  }
}

function fromTurn(params: unknown): Event | undefined {
  const read = news.turn.safeParse(params);
  if (!read.success) return undefined;
  const { threadId: thread, turn } = read.data;
  const { id, status, error } = turn;
  if (status === 'completed') return { kind: 'turn-over', thread, id };
  const message = error?.message ?? `its turn was ${status}`;
  return { kind: 'turn-over', thread, id, failure: { message, isLogin: isLogin(error?.codexErrorInfo) } };
}

/** `unauthorized`, or what it says with the status of an answer. */
const isLogin = (info: unknown): boolean =>
  /"unauthorized"|"httpStatusCode":401/.test(JSON.stringify(info ?? ''));

function fromUsage(params: unknown): Event | undefined {
  const read = news.usage.safeParse(params);
  if (!read.success) return undefined;
  return { kind: 'asked-model', thread: read.data.threadId, tokens: read.data.tokenUsage.total };
}
