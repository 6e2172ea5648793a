/** `exec` of the API server: one WebSocket, whose messages begin with the number of the stream they belong to. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { KubernetesServer } from './kubernetes.ts';

export type WebSocketServer = {
  readonly clients: Iterable<Socket>;
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (socket: Socket) => void,
  ): void;
};

type Socket = {
  readonly protocol: string;
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  send(data: Buffer, done?: () => void): void;
  pause(): void;
  resume(): void;
  close(): void;
  terminate(): void;
};

type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

export function upgradeToExec(server: KubernetesServer, sockets: WebSocketServer, upgrade: Upgrade): void {
  const { pathname, searchParams } = new URL(upgrade.request.url ?? '/', 'http://localhost');
  const [, name = ''] = /^\/api\/v1\/namespaces\/lab\/pods\/([^/]+)\/exec$/.exec(pathname) ?? [];
  const pod = server.pods.get(name);
  const container = server.containers.get(pod?.metadata.uid ?? '');
  const described = pod?.spec.containers.find((one) => one.name === searchParams.get('container'));
  if (!server.isAuthorized(upgrade.request)) refuse(upgrade, '401 Unauthorized');
  else if (!container) refuse(upgrade, '404 Not Found');
  else if (!described) refuse(upgrade, '400 Bad Request');
  else
    sockets.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, (socket) => {
      const env = (described.env ?? []).map((one) => [one.name, one.value]);
      connect(socket, container.spawn(searchParams.getAll('command'), Object.fromEntries(env)));
    });
}

function refuse({ socket }: Upgrade, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function connect(socket: Socket, child: ChildProcessWithoutNullStreams): void {
  for (const [number, stream] of [
    [1, child.stdout],
    [2, child.stderr],
  ] as const)
    stream.on('data', (chunk: Buffer) => {
      stream.pause();
      socket.send(Buffer.concat([Buffer.of(number), chunk]), () => stream.resume());
    });
  socket.on('message', (message) => {
    if (message[0] === 255 && socket.protocol === 'v5.channel.k8s.io') child.stdin.end();
    if (message[0] !== 0) return;
    if (child.stdin.write(message.subarray(1))) return;
    socket.pause();
    child.stdin.once('drain', () => socket.resume());
  });
  child.stdin.on('close', () => socket.resume());
  socket.on('close', () => {
    child.stdin.end();
    child.stdout.resume();
  });
  // What cannot be started is said to have ended, too.
  let isTold = false;
  const tellOnce = (status: object) => {
    if (!isTold) tell(socket, status);
    isTold = true;
  };
  child.on('error', (error) => {
    const message = `error executing command in container: exec: ${error.message.replace('ENOENT', 'executable file not found in $PATH')}`;
    tellOnce({ status: 'Failure', reason: 'InternalError', message });
  });
  child.on('close', (code, signal) => {
    const ended = code ?? 128 + (signal === 'SIGKILL' ? 9 : 15);
    const causes = [{ reason: 'ExitCode', message: String(ended) }];
    if (ended === 0) tellOnce({ status: 'Success' });
    else tellOnce({ status: 'Failure', reason: 'NonZeroExitCode', details: { causes } });
  });
}

function tell(socket: Socket, status: object): void {
  const text = JSON.stringify({ metadata: {}, ...status });
  socket.send(Buffer.concat([Buffer.of(3), Buffer.from(text)]), () => socket.close());
}
