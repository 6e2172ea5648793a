import { createMcpHandler, isInitializeRequest, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Connection, McpContext } from '../context.ts';
import { ownLogs } from '../resources/listened-logs.ts';
import { LogWatches } from '../resources/log-watches.ts';
import { type Held, Rides, wasWritten } from '../rides.ts';
import { createServer } from '../server.ts';
import { ClientSessions } from './client-sessions.ts';

export type HttpHandler = {
  handle(request: Request, parsedBody: unknown): Promise<Response>;
  /** The answer was sent completely, or the client disconnected before. */
  onAnswered(request: Request, isWhole: boolean): void;
  close(): Promise<void>;
};

/** Both generations of the protocol on one address. The guard has already admitted the request. */
export function createHttpHandler(context: McpContext): HttpHandler {
  const held: Held = new Map();
  const sessions = new ClientSessions(context, held);
  const connection = createSharedConnection(held);
  const modern = createMcpHandler(({ era }) => createServer({ context, connection, era }));
  const watches = new LogWatches(context.daemon, (uri) => modern.notify.resourceUpdated(uri));

  return {
    async handle(request, parsedBody) {
      const id = request.headers.get('mcp-session-id');
      const isLegacy = await isLegacyRequest(request, parsedBody);
      if (isLegacy && (id !== null || isInitializeRequest(parsedBody)))
        return sessions.serve(request, parsedBody, id);
      const listened = logsListenedTo(parsedBody);
      if (listened) watches.set(request, await ownLogs(context, connection, listened));
      return modern.fetch(request, parsedBody === undefined ? {} : { parsedBody });
    },
    onAnswered(request, isWhole) {
      watches.set(request, []);
      if (isWhole) wasWritten(held, request);
      else held.delete(request);
    },
    async close() {
      watches.close();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

/** Clients of 2026 have no connection: a caller is known only by its session, if it gives one. */
function createSharedConnection(held: Held): Connection {
  const ridesOfSessions = new Map<string, Rides>();
  return {
    name: 'mcp-http',
    isOwn: false,
    ridesOf(key) {
      const rides = ridesOfSessions.get(key) ?? new Rides(held);
      ridesOfSessions.set(key, rides);
      return rides;
    },
  };
}

function logsListenedTo(body: unknown): object | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: object };
  return method === 'subscriptions/listen' ? params : undefined;
}
