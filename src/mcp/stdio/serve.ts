import type { JSONRPCMessage, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Connection, McpContext } from '../context.ts';
import { listenedLogs } from '../resources/listened-logs.ts';
import { LogWatches } from '../resources/log-watches.ts';
import { type Held, Rides, wasWritten } from '../rides.ts';
import { createServer } from '../server.ts';
import { serverIdentity } from '../server-identity.ts';
import type { Handshake } from './handshake.ts';
import { onParentGone } from './parent.ts';
import { createWatchedTransport } from './watched-transport.ts';

/** Serves the client on stdin and stdout; returns when it has disconnected. */
export async function serveOverStdio(context: McpContext, handshake: Handshake): Promise<void> {
  const held: Held = new Map();
  const rides = new Rides(held);
  const connection: Connection = { name: serverIdentity(), isOwn: true, ridesOf: () => rides };
  let server: Server | undefined;
  const watches = new LogWatches(context.daemon, (uri) => {
    server?.sendResourceUpdated({ uri }).catch(() => {});
  });
  const gone = Promise.withResolvers<void>();
  const transport = createWatchedTransport({
    handshake,
    onWritten: (id) => wasWritten(held, id),
    onMessage: (message: JSONRPCMessage) => void listenedLogs(context, connection, watches, message),
    onClosed: gone.resolve,
  });
  const handle = serveStdio(
    ({ era }) => {
      server = createServer({ context, connection, era, watches });
      return server;
    },
    { transport },
  );
  onParentGone(gone.resolve);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => gone.resolve());
  await gone.promise;
  handshake.forget();
  watches.close();
  // Calls in flight are abandoned: their commands continue in the background and notify when they end.
  await handle.close();
}
