import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../base/config.ts';
import type { Engine } from '../engine/engine.ts';
import type { Notifier } from '../notify/notifier.ts';
import { endLeftScripts } from '../tools/execute-code/left-scripts.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { createApi } from './api.ts';
import { listen, removeSocket } from './listen.ts';

/** How long calls in progress may still take when the daemon leaves. */
const LAST_ANSWERS_MS = 1_000;

export type Serving = {
  connections(): number;
  close(): Promise<void>;
};

type Options = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly config: Config;
  readonly home: string;
  /** A connection came or went. */
  onConnections(): void;
  onStopRequest(): void;
  report(error: unknown): void;
};

/** Answers on the socket of a home whose lock this program holds. */
export async function serve({
  engine,
  notifier,
  config,
  home,
  onConnections,
  onStopRequest,
  report,
}: Options): Promise<Serving> {
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const connections = () => sockets.size;
  const daemon = { home, startedAt: Date.now(), connections, stop: onStopRequest };
  const tools = new Toolbox({ home, engine, notifier, config });
  const server = createServer(
    createApi({ engine, notifier, tools, daemon, closing: closing.signal, report }),
  );
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
  await endLeftScripts(engine, home);
  await listen(server, home);

  return {
    connections,
    async close() {
      removeSocket(home);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      server.closeIdleConnections();
      const lastAnswers = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
      await closed;
      clearTimeout(lastAnswers);
    },
  };
}
