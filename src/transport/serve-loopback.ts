import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RingbackError } from '../base/errors.ts';
import { formatLoopback, type LoopbackAddress } from '../base/loopback.ts';
import { limitConnections } from '../base/tcp-limits.ts';
import { readToken, tokenPath } from '../base/token.ts';
import type { Listeners } from './api.ts';
import { createGuard, type Guard } from './guard.ts';

type Options = {
  readonly wanted: LoopbackAddress;
  readonly home: string;
  openServer(listeners: Listeners): Server;
  /** The API for those whom the guard lets through. */
  createApi(guard: Guard): Listeners;
};

export type Loopback = { readonly server: Server; readonly address: string };

/** Serves a loopback address to whoever has the token of the home (promise 16). */
export async function serveLoopback({ wanted, home, openServer, createApi }: Options): Promise<Loopback> {
  const token = readToken(tokenPath(home));
  // Which port it is shows only once it is taken; until the guard stands nobody is answered.
  let api: Listeners = {
    request: (_, response) => response.destroy(),
    upgrade: (_, client) => client.destroy(),
  };
  const server = openServer({
    request: (...request) => api.request(...request),
    upgrade: (...request) => api.upgrade(...request),
  });
  const { prove } = limitConnections(server);
  const address = await listenOn(server, wanted);
  const guard = createGuard(address, token);
  api = createApi((request) => {
    guard(request);
    prove(request.socket);
  });
  return { server, address: `http://${formatLoopback(address)}` };
}

async function listenOn(server: Server, wanted: LoopbackAddress): Promise<LoopbackAddress> {
  const { host, port } = wanted;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => {
    const message = `Cannot listen on ${formatLoopback(wanted)}: ${error.message}.`;
    reject(new RingbackError('bad_request', message, 'Name another port; 0 takes any that is free.'));
  });
  server.listen({ host, port, exclusive: true }, resolve);
  await promise;
  return { host, port: (server.address() as AddressInfo).port };
}
