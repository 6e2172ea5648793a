/** Stands between a client and a server on loopback: can cut the line, hold everything back for a while, and counts bytes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type TcpProxy = {
  readonly port: number;
  /** Payload so far, without what TCP itself adds. */
  readonly bytes: { toServer: number; toClient: number };
  /** Connections that are open now. */
  readonly connections: number;
  /** Ends every connection at once, as a lost network does that comes back with a reset. */
  cut(): void;
  /** Nothing gets through, and nobody is told, until `resume`. New connections hang too. */
  stall(): void;
  resume(): void;
  /** While it is down new connections are reset. */
  setDown(isDown: boolean): void;
};

export async function startTcpProxy(t: Pick<TestContext, 'after'>, targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const bytes = { toServer: 0, toClient: 0 };
  let isStalled = false;
  let isDown = false;
  const eachSocket = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (isDown) return void client.resetAndDestroy();
    const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pair = [client, target] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      target.destroy();
    };
    pass(client, target, (count) => (bytes.toServer += count), end);
    pass(target, client, (count) => (bytes.toClient += count), end);
    if (isStalled) for (const socket of pair) socket.pause();
  });

  function pass(from: Socket, to: Socket, count: (bytes: number) => void, end: () => void): void {
    from.on('data', (chunk) => {
      count(chunk.length);
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => isStalled || from.resume());
    from.on('end', () => to.end());
    from.on('error', end);
    from.on('close', end);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    eachSocket((socket) => socket.destroy());
  });
  return {
    port: (server.address() as AddressInfo).port,
    bytes,
    get connections() {
      return pairs.size;
    },
    cut: () => eachSocket((socket) => socket.resetAndDestroy()),
    stall: () => {
      isStalled = true;
      eachSocket((socket) => socket.pause());
    },
    resume: () => {
      isStalled = false;
      eachSocket((socket) => socket.resume());
    },
    setDown: (value) => {
      isDown = value;
    },
  };
}
