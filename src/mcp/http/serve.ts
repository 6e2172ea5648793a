import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RingbackError } from '../../base/errors.ts';
import { limitConnections } from '../../base/tcp-limits.ts';
import type { McpContext } from '../context.ts';
import { refuse } from './guard.ts';
import { createHttpHandler, type HttpHandler } from './handler.ts';
import { send, toHead, toRequest } from './node-exchange.ts';

const PATH = '/mcp';

type HttpOptions = {
  readonly port: number;
  /** A loopback address. */
  readonly address: string;
  /** Undefined only for a test suite that has none. */
  readonly token: string | undefined;
};

export type HttpServer = { readonly url: string; close(): Promise<void> };

/** Streamable HTTP, for clients that do not start their servers themselves. */
export async function serveOverHttp(
  context: McpContext,
  { port, address, token }: HttpOptions,
): Promise<HttpServer> {
  const handler = createHttpHandler(context);
  const server = createServer((incoming, outgoing) => {
    const answered = isAdmitted(incoming, outgoing) ? answer(handler, incoming, outgoing) : undefined;
    answered?.catch(() => outgoing.destroy());
  });
  const { prove } = limitConnections(server);
  await listen(server, port, address);
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${actual}${PATH}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };

  /** Decided before reading the body: a refused client takes up no memory. */
  function isAdmitted(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const refusal = refuse(toHead(incoming), token);
    if (!refusal) prove(incoming.socket);
    else {
      outgoing.shouldKeepAlive = false;
      send(refusal, outgoing).catch(() => outgoing.destroy());
    }
    return !refusal;
  }
}

async function answer(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = await toRequest(incoming, outgoing);
  let isWhole = false;
  try {
    await send(await respond(handler, request), outgoing);
    isWhole = true;
  } finally {
    handler.onAnswered(request, isWhole);
  }
}

async function respond(handler: HttpHandler, request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== PATH)
    return Response.json({ error: `Not found; the server is at ${PATH}.` }, { status: 404 });
  return handler.handle(request, await parsedBody(request));
}

/** Undefined if it is not JSON: the SDK answers that. */
async function parsedBody(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return undefined;
  try {
    return JSON.parse(await request.clone().text());
  } catch {
    return undefined;
  }
}

async function listen(server: Server, port: number, address: string): Promise<void> {
  server.listen(port, address);
  try {
    // Rejects with the server's error.
    await once(server, 'listening');
  } catch (error) {
    throw new RingbackError(
      'failed',
      `Cannot listen on ${address}:${port}: ${(error as Error).message}.`,
      'Choose another port with --port; 0 takes any free one.',
    );
  }
}
