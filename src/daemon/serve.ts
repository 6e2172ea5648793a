import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { LoopbackAddress } from '../base/loopback.ts';
import type { Home } from '../home/open.ts';
import { createApi, type Listeners } from './api.ts';
import { type Forward, findForward } from './find-route.ts';
import { listen, removeSocket } from './listen.ts';
import type { DaemonInfo, Route } from './route.ts';
import { routes as allRoutes } from './routes.ts';

/** How long calls in progress may still take when the daemon stops. */
const LAST_ANSWERS_MS = 1_000;

export type Serving = {
  /** Where it is served over TCP, when it is. */
  readonly address: string | undefined;
  connections(): number;
  /** Somebody is still to be rung. */
  isRinging(): boolean;
  close(): Promise<void>;
};

type Options = {
  readonly home: Home;
  /** Served too, to who has the token. `isNeeded`: else not at all. */
  readonly loopback?: { readonly address: LoopbackAddress; readonly isNeeded: boolean };
  readonly routes?: readonly Route[];
  /** What other programs answer, on sockets of their own. */
  readonly forwards?: readonly Forward[];
  /** A connection came or went. */
  onConnections(): void;
  onStopRequest(): void;
  report(error: unknown): void;
};

/** Answers on the socket of a home whose lock this program holds. */
export async function serve({
  home,
  loopback,
  routes = allRoutes,
  forwards = [],
  onConnections,
  onStopRequest,
  report,
}: Options): Promise<Serving> {
  const { folder, engine, notifier, wakeUps, switchboard, tools } = home;
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const connections = () => sockets.size;
  const daemon: DaemonInfo = {
    home: folder,
    startedAt: Date.now(),
    connections,
    stop: onStopRequest,
  };
  const parts = { engine, notifier, wakeUps, tools, switchboard, daemon, routes, forwards };
  const api = { ...parts, closing: closing.signal, report };
  const openServer = ({ request, upgrade }: Listeners): Server => {
    const shouldUpgradeCallback = ({ url }: IncomingMessage) => findForward(forwards, url) !== undefined;
    const opened = createServer({ shouldUpgradeCallback }, request);
    // Without a listener, whoever offers another protocol is answered in this one.
    if (forwards.length > 0) opened.on('upgrade', upgrade);
    // Processes are waited for and followed for days.
    opened.requestTimeout = 0;
    opened.timeout = 0;
    opened.on('connection', (socket: Socket) => {
      sockets.add(socket);
      onConnections();
      socket.once('close', () => {
        sockets.delete(socket);
        onConnections();
      });
    });
    return opened;
  };
  const server = openServer(createApi(api));
  const servers = [server];
  if (loopback) {
    // Loaded only where it is asked for.
    const { serveLoopback } = await import('./serve-loopback.ts');
    try {
      const served = await serveLoopback({
        wanted: loopback.address,
        home: folder,
        openServer,
        createApi: (guard) => createApi({ ...api, guard }),
      });
      servers.push(served.server);
      daemon.address = served.address;
    } catch (error) {
      if (loopback.isNeeded) throw error;
      report(error);
    }
  }
  await listen(server, folder);
  await switchboard.open();

  return {
    address: daemon.address,
    connections,
    isRinging: () => switchboard.isBusy,
    async close() {
      removeSocket(folder);
      const lastTries = switchboard.close();
      const closed = servers.map((one) => new Promise<void>((resolve) => one.close(() => resolve())));
      closing.abort();
      for (const one of servers) one.closeIdleConnections();
      const lastAnswers = setTimeout(() => {
        for (const one of servers) one.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await Promise.all([...closed, lastTries]);
      clearTimeout(lastAnswers);
    },
  };
}
