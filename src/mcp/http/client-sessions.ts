import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { randomBytes } from '../../base/random.ts';
import type { McpContext } from '../context.ts';
import { LogWatches } from '../resources/log-watches.ts';
import { type Held, Rides } from '../rides.ts';
import { createServer } from '../server.ts';
import { serverIdentity } from '../server-identity.ts';

/** A client that is silent for this long is gone; if not, it starts again by itself. */
const LONGEST_SILENCE_MS = 24 * 3_600_000;

type ClientSession = {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly watches: LogWatches;
  /** The keys of the sessions that it has called for. */
  readonly keys: ReadonlySet<string>;
  lastSeen: number;
};

/** Clients of 2025 over HTTP: each has an MCP session, which corresponds to a connection on stdio. */
export class ClientSessions {
  readonly #context: McpContext;
  readonly #held: Held;
  readonly #now: () => number;
  readonly #sessions = new Map<string, ClientSession>();

  constructor(context: McpContext, held: Held, now = Date.now) {
    this.#context = context;
    this.#held = held;
    this.#now = now;
  }

  /** The answer of the session's transport; 404 for an unknown session, so that the client starts again. */
  async serve(request: Request, parsedBody: unknown, id: string | null): Promise<Response> {
    const session = id === null ? await this.#open() : this.#sessions.get(id);
    if (!session) {
      const error = { code: -32001, message: 'Session not found' };
      return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
    }
    session.lastSeen = this.#now();
    return session.transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#forget(id)));
  }

  async #open(): Promise<ClientSession> {
    void this.#forgetSilent();
    const id = randomBytes(16).toString('hex');
    const rides = new Rides(this.#held);
    const keys = new Set<string>();
    const ridesOf = (key: string) => {
      keys.add(key);
      return rides;
    };
    const connection = { name: `${serverIdentity()}-${id}`, isOwn: true, ridesOf };
    const watches = new LogWatches(this.#context.daemon, (uri) => {
      server.sendResourceUpdated({ uri }).catch(() => {});
    });
    const server: Server = createServer({ context: this.#context, connection, era: 'legacy', watches });
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    server.onclose = () => void this.#forget(id);
    await server.connect(transport);
    const session = { server, transport, watches, keys, lastSeen: this.#now() };
    this.#sessions.set(id, session);
    return session;
  }

  /** One with something to come is kept: what it started would be told to nobody else (promise 28). */
  async #forgetSilent(): Promise<void> {
    const limit = this.#now() - LONGEST_SILENCE_MS;
    for (const [id, session] of this.#sessions) {
      if (session.lastSeen >= limit || (await this.#isActive(session))) continue;
      if (session.lastSeen < limit) void this.#forget(id);
    }
  }

  async #isActive({ keys }: ClientSession): Promise<boolean> {
    const { daemon } = this.#context;
    const asked = await Promise.all(Array.from(keys, (key) => daemon.activeForSession(key)));
    return asked.includes(true);
  }

  async #forget(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.watches.close();
    await session?.server.close();
  }
}
