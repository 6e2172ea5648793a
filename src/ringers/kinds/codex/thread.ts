import * as z from 'zod/mini';
import type { AppServer } from './app-server.ts';

const cursor = z.nullish(z.string());
const queue = z.object({
  data: z.array(z.object({ clientUserMessageId: z.string() })),
  nextCursor: cursor,
});
const item = z.object({ type: z.string(), clientId: z.nullish(z.string()) });
const turns = z.object({
  data: z.array(z.object({ status: z.string(), items: z.array(item) })),
  nextCursor: cursor,
});
const read = z.object({ thread: z.object({ status: z.object({ type: z.string() }) }) });

type Page<Entry> = { data: Entry[]; nextCursor?: string | null | undefined };

const MOST_AT_ONCE = 20;

/** One thread of Codex's, by way of any app-server with the same CODEX_HOME: its history and its queue are files there. */
export class Thread {
  readonly #server: AppServer;
  readonly #threadId: string;

  constructor(server: AppServer, threadId: string) {
    this.#server = server;
    this.#threadId = threadId;
  }

  /** `notLoaded`: this server does not have it open; another process may (`codex --no-daemon`, an editor's). */
  async status(): Promise<string> {
    return read.parse(await this.#ask('thread/read', {})).thread.status.type;
  }

  /** Durable once it returns. Whoever has the thread open takes it when idle; else whoever opens it next. */
  async enqueue(id: string, text: string): Promise<void> {
    const input = [{ type: 'text', text, text_elements: [] }];
    await this.#ask('thread/queue/add', { clientUserMessageId: id, input });
  }

  async isQueued(isIt: (id: string) => boolean): Promise<boolean> {
    for await (const entry of this.#pages('thread/queue/list', queue, {}))
      if (isIt(entry.clientUserMessageId)) return true;
    return false;
  }

  /** Whether a message with this id was ever said in it. `unknown`: a turn has begun whose message is not written yet. */
  async hasHeard(id: string): Promise<boolean | 'unknown'> {
    let isBeginning = false;
    for await (const { status, items } of this.#pages('thread/turns/list', turns, { itemsView: 'full' })) {
      const messages = items.filter(({ type }) => type === 'userMessage');
      if (messages.some(({ clientId }) => clientId === id)) return true;
      isBeginning ||= status === 'inProgress' && messages.length === 0;
    }
    return isBeginning ? 'unknown' : false;
  }

  /** Opens it in the server, as it was: with its own sandbox and approval policy. Fails where another process has it open. */
  async resume(): Promise<void> {
    await this.#ask('thread/resume', { excludeTurns: true });
  }

  async *#pages<Entry>(
    method: string,
    schema: z.ZodMiniType<Page<Entry>>,
    params: object,
  ): AsyncGenerator<Entry> {
    let next: string | null | undefined;
    do {
      const answer = await this.#ask(method, { ...params, limit: MOST_AT_ONCE, cursor: next });
      const { data, nextCursor } = schema.parse(answer);
      yield* data;
      next = nextCursor;
    } while (next);
  }

  async #ask(method: string, params: object): Promise<unknown> {
    return this.#server.request(method, { threadId: this.#threadId, ...params });
  }
}
