import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** The SDK's own limit. */
const LARGEST_BODY = 4 * 1024 * 1024;

/** A Node request as the SDK takes it. Its signal is aborted if the client disconnects before it has the answer. */
export async function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const body = incoming.method === 'POST' ? await readBody(incoming) : undefined;
  return new Request(toHead(incoming), { signal: gone.signal, ...(body !== undefined && { body }) });
}

/** The same without its body, which has not been read: enough to decide whether to admit it. */
export function toHead(incoming: IncomingMessage): Request {
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // The host has not been checked yet, so it is not part of the address.
  return new Request(new URL(incoming.url ?? '/', 'http://localhost'), {
    method: incoming.method ?? 'GET',
    headers,
  });
}

/** Returns when everything was sent; throws if the client has disconnected. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read on, or the client would never see the answer; the body is ignored.
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size > LARGEST_BODY ? '' : Buffer.concat(chunks).toString();
}
