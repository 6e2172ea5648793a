/**
 * The stand-in for the model: a server on loopback that real agents ask for turns. Tests write the turns; every request
 * is kept, so that they can count the turns and see what a model would have seen.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { chatCompletions } from './model/chat-completions.ts';
import { generateContent, generated } from './model/generate-content.ts';
import { messages } from './model/messages.ts';
import { responses } from './model/responses.ts';
import { Script, type Turn } from './model/script.ts';
import type { Answer, Asked, Body, Dialect, Said, Trouble } from './model/types.ts';

const dialects = [chatCompletions, messages, responses, generateContent];

/** A request for a turn of a conversation. */
export type Request = Asked & {
  readonly number: number;
  /** What is new in it: everything after the model's last words. */
  readonly news: readonly Said[];
  readonly body: Body;
};

type Waiter = { readonly isMet: (request: Request) => boolean; readonly resolve: (request: Request) => void };

export class Model {
  /** Turns that agents asked for, oldest first. */
  readonly requests: Request[] = [];
  /** What they asked besides: titles, summaries, counts of tokens. */
  readonly asides: { readonly path: string; readonly body: unknown }[] = [];
  /** What it says that it has. */
  readonly models: string[] = [];
  /** What the test got wrong. */
  readonly faults: string[] = [];
  readonly #scripts: Script[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      this.#answer(request, response).catch((error: Error) => {
        this.faults.push(error.message);
        response.writeHead(500).end(JSON.stringify({ error: { message: error.message } }));
      });
    });
  }

  static async start(): Promise<Model> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Model(server);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The model's turns once the user has said `word`. */
  script(word: string, turns: readonly Turn[]): void {
    this.#scripts.unshift(new Script(word, turns));
  }

  /** Every turn of the conversation so far. */
  turnsOf(word: string): readonly Request[] {
    return this.requests.filter((request) => new Script(word, []).placeIn(request) >= 0);
  }

  /** The first request that meets it, be it long there or yet to come. */
  async heard(
    isMet: (request: Request) => boolean,
    name: string,
    { after = 0, seconds = 60 }: { readonly after?: number; readonly seconds?: number } = {},
  ): Promise<Request> {
    const there = this.requests.find((request) => request.number > after && isMet(request));
    if (there) return there;
    const { promise, resolve, reject } = Promise.withResolvers<Request>();
    const waiter: Waiter = { isMet: (request) => request.number > after && isMet(request), resolve };
    this.#waiters.add(waiter);
    const timer = setTimeout(() => reject(new Error(this.#inVain(name))), seconds * 1000);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  #inVain(name: string): string {
    const heard = this.requests.map(({ number, news }) => `${number}: ${JSON.stringify(news).slice(0, 600)}`);
    return [`waited in vain for ${name}; heard:`, ...heard, ...this.faults].join('\n');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const body = request.method === 'POST' ? ((await json(request)) as Body) : {};
    const dialect = dialects.find((one) => one.path.test(path));
    if (!dialect) {
      this.asides.push({ path, body });
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(otherwise(path, this.models));
    }
    const answer = this.#decide(dialect.read(body), path, body);
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      return void response.end(JSON.stringify({ type: 'error', error: answer.error }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = 'begins' in answer ? beginning(answer.begins, dialect, body) : dialect.write(answer, body);
    for (const [event, data] of events) {
      if (event) response.write(`event: ${event}\n`);
      response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    }
    if (!('begins' in answer) || answer.ends === 'closed') response.end();
    else if (answer.ends === 'lost') response.write('\n', () => response.destroy());
  }

  #scriptOf(asked: Asked): Script | undefined {
    const places = this.#scripts.map((script) => script.placeIn(asked));
    const latest = Math.max(-1, ...places);
    return latest < 0 ? undefined : this.#scripts[places.indexOf(latest)];
  }

  /** Agents ask for titles and summaries without offering tools: such a request is no turn. */
  #decide(asked: Asked, path: string, body: Body): Answer | Trouble {
    if (asked.tools.length === 0) {
      this.asides.push({ path, body });
      return { pieces: ['A title'], calls: [] };
    }
    const last = asked.said.findLastIndex(({ by }) => by === 'model');
    const number = this.requests.length + 1;
    const request: Request = { ...asked, number, news: asked.said.slice(last + 1), body };
    this.requests.push(request);
    const answer = this.#scriptOf(asked)?.next(asked);
    for (const waiter of this.#waiters) if (waiter.isMet(request)) waiter.resolve(request);
    return answer ?? { pieces: ['I have no script.'], calls: [] };
  }
}

/** The events of an answer up to the first that has the text. */
function* beginning(text: string, dialect: Dialect, body: Body): Iterable<readonly [string, unknown]> {
  for (const event of dialect.write({ pieces: [text, ' …'], calls: [] }, body)) {
    yield event;
    if (JSON.stringify(event).includes(text)) return;
  }
}

function otherwise(path: string, models: readonly string[]): string {
  if (path.endsWith('/count_tokens')) return '{"input_tokens":10}';
  if (path.endsWith(':generateContent')) return JSON.stringify(generated({ pieces: ['A title'], calls: [] }));
  if (path.endsWith(':countTokens')) return '{"totalTokens":10}';
  if (path.endsWith('/models'))
    return JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  return '{}';
}
