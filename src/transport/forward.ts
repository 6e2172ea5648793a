/** Hands requests on to another program of this user. Loaded only where there is one. */
import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RingbackError } from '../base/errors.ts';
import type { Forward } from './find-route.ts';

/** For one connection only (RFC 9110), or for us: the other program has no use for our token. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'authorization']);

/** Bodies and streams of events pass as they come. The other program hears of it when the client has gone. */
export async function forwardRequest(
  forward: Forward,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { method, url, headers } = request;
  const socket = await connectTo(forward);
  const outgoing = ask({
    createConnection: () => socket,
    method,
    path: url,
    headers: handedOn(headers),
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  request.pipe(outgoing);
  const answer = await answered.catch(() => undefined);
  if (!answer) {
    // It died: the client is cut off as it would be by a daemon that dies, and asks again.
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 502, handedOn(answer.headers));
  response.flushHeaders();
  await pipeline(answer, response);
}

/** A connection that becomes something else, such as a WebSocket: from its request on, bytes in both directions. */
export async function forwardUpgrade(
  forward: Forward,
  { method, url, rawHeaders }: IncomingMessage,
  client: Duplex,
  head: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const other = await connectTo(forward);
  const end = () => {
    client.destroy();
    other.destroy();
  };
  for (const side of [client, other]) side.on('error', end).on('close', end);
  signal.addEventListener('abort', end, { once: true });
  other.write(`${method} ${url} HTTP/1.1\r\n`);
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() !== 'authorization')
      other.write(`${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`);
  other.write('\r\n');
  other.write(head);
  client.pipe(other).pipe(client);
}

async function connectTo({ prefix, connect }: Forward): Promise<Socket> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof RingbackError) throw error;
    throw new RingbackError('unreachable', `Nobody answers for ${prefix}: ${(error as Error).message}.`);
  }
}

function handedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}
