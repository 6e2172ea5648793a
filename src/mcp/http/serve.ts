import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RingbackError } from '../../base/errors.ts';
import type { Host } from '../host.ts';
import { refuse } from './guard.ts';
import { createHttpHandler, type HttpHandler } from './handler.ts';
import { send, toRequest } from './node-exchange.ts';

const PATH = '/mcp';

export type HttpOptions = {
  readonly port: number;
  /** A loopback address. */
  readonly address: string;
  /** None only where a test suite knows of none. */
  readonly token: string | undefined;
};

export type HttpServer = { readonly url: string; close(): Promise<void> };

/** Streamable HTTP, for clients that do not start their servers themselves. */
export async function serveOverHttp(host: Host, { port, address, token }: HttpOptions): Promise<HttpServer> {
  const handler = createHttpHandler(host);
  const server = createServer((incoming, outgoing) => {
    answer(handler, token, incoming, outgoing).catch(() => outgoing.destroy());
  });
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
}

async function answer(
  handler: HttpHandler,
  token: string | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = await toRequest(incoming, outgoing);
  let isWhole = false;
  try {
    await send(await respond(handler, token, request), outgoing);
    isWhole = true;
  } finally {
    handler.onAnswered(request, isWhole);
  }
}

async function respond(handler: HttpHandler, token: string | undefined, request: Request): Promise<Response> {
  const refusal = refuse(request, token);
  if (refusal) return refusal;
  if (new URL(request.url).pathname !== PATH)
    return Response.json({ error: `Nothing is here; the server is at ${PATH}.` }, { status: 404 });
  return handler.handle(request, await parsedBody(request));
}

/** Undefined for what is no JSON: the SDK has the answer to that. */
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
    // Fails with the server's error.
    await once(server, 'listening');
  } catch (error) {
    throw new RingbackError(
      'failed',
      `The address ${address}:${port} cannot be had: ${(error as Error).message}.`,
      'Name another with --port, or 0 for any that is free.',
    );
  }
}
