import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { LoopbackAddress } from '../base/loopback.ts';
import { createApi, type Listeners } from './api.ts';
import { type Forward, findForward } from './find-route.ts';
import { listen, removeSocket } from './listen.ts';
import type { Route } from './route.ts';

/** How long calls in progress may still take when the program stops. */
const LAST_ANSWERS_MS = 1_000;

export type Serving = {
  /** Where it is served over TCP, when it is. */
  address(): string | undefined;
  connections(): number;
  close(): Promise<void>;
};

type Options<Context> = {
  readonly home: string;
  /** The name of the socket in the home; this program holds the lock that goes with it. */
  readonly socket: string;
  /** Served too, to who has the token. `isNeeded`: else not at all. */
  readonly loopback?: { readonly address: LoopbackAddress; readonly isNeeded: boolean } | undefined;
  readonly routes: readonly Route<Context>[];
  /** What other programs answer, on sockets of their own. */
  readonly forwards?: readonly Forward[] | undefined;
  /** What the handlers of the routes get. */
  context(server: Pick<Serving, 'address' | 'connections'>): Context;
  /** A connection came or went. */
  onConnections(): void;
  report(error: unknown): void;
};

/** Answers HTTP on a socket of a home, and on a loopback address where that is wanted. */
export async function serveHttp<Context>(options: Options<Context>): Promise<Serving> {
  const { home, socket: name, loopback, routes, forwards = [], report } = options;
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const openServer = (listeners: Listeners) => openOne(listeners, sockets, forwards, options.onConnections);
  let address: string | undefined;
  const info = { address: () => address, connections: () => sockets.size };
  const context = options.context(info);
  const api = { context, routes, forwards, closing: closing.signal, report };
  const server = openServer(createApi(api));
  const servers = [server];
  if (loopback) {
    // Loaded only where it is asked for.
    const { serveLoopback } = await import('./serve-loopback.ts');
    try {
      const served = await serveLoopback({
        wanted: loopback.address,
        home,
        openServer,
        createApi: (guard) => createApi({ ...api, guard }),
      });
      servers.push(served.server);
      address = served.address;
    } catch (error) {
      if (loopback.isNeeded) throw error;
      report(error);
    }
  }
  await listen(server, home, name);
  return {
    ...info,
    async close() {
      removeSocket(home, name);
      const closed = servers.map((one) => new Promise<void>((resolve) => one.close(() => resolve())));
      closing.abort();
      for (const one of servers) one.closeIdleConnections();
      const lastAnswers = setTimeout(() => {
        for (const one of servers) one.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await Promise.all(closed);
      clearTimeout(lastAnswers);
    },
  };
}

function openOne(
  { request, upgrade }: Listeners,
  sockets: Set<Socket>,
  forwards: readonly Forward[],
  onConnections: () => void,
): Server {
  const shouldUpgradeCallback = ({ url }: IncomingMessage) => findForward(forwards, url) !== undefined;
  const server = createServer({ shouldUpgradeCallback }, request);
  // Without a listener, whoever offers another protocol is answered in this one.
  if (forwards.length > 0) server.on('upgrade', upgrade);
  // Processes are waited for and followed for days.
  server.requestTimeout = 0;
  server.timeout = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    onConnections();
    socket.once('close', () => {
      sockets.delete(socket);
      onConnections();
    });
  });
  return server;
}
