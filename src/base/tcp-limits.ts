import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client sends its token with its first bytes; one that sends nothing for this long only takes up room. */
const SILENT_MS = 5_000;
/** Connections that have not shown the token yet. One more closes the oldest of them, so nobody is locked out. */
const MOST_UNPROVEN = 64;
const MOST_CONNECTIONS = 1_024;
/** For a whole request including its body. Answers may take days. */
const REQUEST_MS = 60_000;

type TcpLimits = {
  /** The connection has shown the token. */
  prove(socket: Socket): void;
};

/**
 * Any user of this machine can connect to a loopback port: what they can use without a token is bounded (promise 16).
 */
export function limitConnections(server: Server): TcpLimits {
  const unproven = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket) => {
    clearTimeout(unproven.get(socket));
    unproven.delete(socket);
  };
  server.maxConnections = MOST_CONNECTIONS;
  server.headersTimeout = SILENT_MS;
  server.requestTimeout = REQUEST_MS;
  server.on('connection', (socket: Socket) => {
    unproven.set(socket, setTimeout(() => socket.destroy(), SILENT_MS).unref());
    socket.once('close', () => forget(socket));
    if (unproven.size <= MOST_UNPROVEN) return;
    const [oldest] = unproven.keys();
    oldest?.destroy();
  });
  return { prove: forget };
}
