import { connect, type Socket } from 'node:net';
import { RingbackError } from '../base/errors.ts';
import { daemonSocket, type SocketPath } from '../base/home.ts';
import { ResponseReader } from './response-reader.ts';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

export type Answer = { readonly status: number; readonly body: AsyncIterable<Buffer> };

/** The connection was lost, or there was none; not an answer of the daemon. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  /** Nobody was there: the request cannot have had an effect. */
  readonly wasUnsent: boolean;

  constructor(message: string, wasUnsent = false) {
    super(message);
    this.wasUnsent = wasUnsent;
  }
}

/**
 * One request on a connection of its own. Spoken by hand, because the first request of node:http costs a command line
 * 12 ms, and a connection to a unix socket next to nothing.
 */
export async function exchange(home: string, request: Request): Promise<Answer> {
  request.signal?.throwIfAborted();
  const socket = await open(home);
  const stop = () => socket.destroy(new Error('stopped'));
  // It may have fallen while the connection was made.
  if (request.signal?.aborted) stop();
  request.signal?.throwIfAborted();
  request.signal?.addEventListener('abort', stop, { once: true });
  socket.once('close', () => request.signal?.removeEventListener('abort', stop));
  socket.write(formatRequest(request));

  const reader = new ResponseReader();
  const incoming = receive(socket, request.signal);
  const first: Buffer[] = [];
  while (reader.status === 0) first.push(...reader.push(await next(incoming)));
  async function* body(): AsyncGenerator<Buffer> {
    try {
      yield* first;
      while (!reader.isComplete) yield* reader.push(await next(incoming));
    } finally {
      socket.destroy();
    }
  }
  return { status: reader.status, body: body() };
}

/** The whole body as text. */
export async function readText({ body }: Answer): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function open(home: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let address: SocketPath;
    try {
      address = daemonSocket(home);
    } catch (error) {
      reject(error instanceof RingbackError ? error : new LinkError((error as Error).message, true));
      return;
    }
    const socket = connect(address.path);
    const fail = (error: Error) => {
      address.close();
      reject(new LinkError(error.message, true));
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      // From here on errors come out where the answer is read.
      socket.off('error', fail).on('error', () => {});
      address.close();
      resolve(socket);
    });
  });
}

function formatRequest({ method, path, body, headers }: Request): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: 'ringback',
    connection: 'close',
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

async function* receive(socket: Socket, signal: AbortSignal | undefined): AsyncGenerator<Buffer, never> {
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new LinkError((error as Error).message);
  }
  throw new LinkError('the daemon closed the connection');
}

async function next(incoming: AsyncGenerator<Buffer, never>): Promise<Buffer> {
  return (await incoming.next()).value;
}
