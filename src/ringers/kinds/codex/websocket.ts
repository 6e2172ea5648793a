import { connect } from 'node:net';
import type { WebSocket } from 'ws';

export type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

export type Listener = {
  onMessage(text: string): void;
  /** Once, when the connection ended. */
  onClose(reason: string): void;
};

/** The server answered, and did not open a WebSocket. */
export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`what listens there answered ${status} instead of opening a WebSocket`);
    this.status = status;
  }
}

/** Node's own client cannot go through a Unix socket, which is where Codex listens. */
export async function openWebSocket(
  address: Address,
  token: string | undefined,
  { onMessage, onClose }: Listener,
  signal: AbortSignal,
): Promise<WebSocket> {
  // Loaded only by those who use Codex.
  const { WebSocket } = await import('ws');
  const socket = new WebSocket('ws://localhost/', {
    createConnection: () => connect('socketPath' in address ? { path: address.socketPath } : address),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    perMessageDeflate: false,
    signal,
  });
  let reason = 'the app-server closed the connection';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('unexpected-response', (request, { statusCode = 0 }) => {
    reject(new HandshakeRefused(statusCode));
    request.destroy();
  });
  socket.on('error', (error) => {
    reason = error.message;
    reject(error);
  });
  socket.on('open', () => {
    socket.on('close', () => onClose(reason));
    resolve();
  });
  socket.on('message', (data) => onMessage(data.toString()));
  await promise;
  return socket;
}
