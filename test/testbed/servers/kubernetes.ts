/**
 * An API server with pods in one namespace: reading, making and deleting them over HTTP, and exec over WebSocket in the
 * subprotocols of the real one. Containers are folders, the programs in them are real.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FolderContainer } from './folder-container.ts';
import { upgradeToExec, type WebSocketServer } from './kubernetes-exec.ts';

type Metadata = {
  name: string;
  uid: string;
  labels: Record<string, string>;
  deletionTimestamp?: string;
};
type ContainerStatus = { name: string; containerID?: string; state: object; lastState?: object };

export type ServedPod = {
  metadata: Metadata;
  spec: { containers: { name: string; env?: { name: string; value: string }[] }[] } & Record<string, unknown>;
  status: Record<string, unknown> & { phase: string; containerStatuses: ServedStatus[] };
};
type ServedStatus = ContainerStatus;

export class KubernetesServer {
  readonly token = `secret-${randomUUID()}`;
  readonly pods = new Map<string, ServedPod>();
  readonly containers = new Map<string, FolderContainer>();
  /** Paths of all requests, with their methods. */
  readonly requests: string[] = [];
  /** Why new pods do not run. */
  waitingReason: string | undefined;
  #server: Server | undefined;
  #sockets: WebSocketServer;
  #port = 0;

  /** `packages`: the folder whose node_modules has the client library, and with it `ws`. */
  constructor(packages: string, protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']) {
    const require = createRequire(join(packages, 'node_modules/from-here.js'));
    const ws = require('ws') as { WebSocketServer: new (options: object) => WebSocketServer };
    this.#sockets = new ws.WebSocketServer({
      noServer: true,
      handleProtocols: (offered: Set<string>) => protocols.find((one) => offered.has(one)) ?? false,
    });
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => {
      this.requests.push(`UPGRADE ${request.url}`);
      upgradeToExec(this, this.#sockets, { request, socket, head });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** As when it crashes: lines break, pods live on. Started again it has the same port. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    for (const container of this.containers.values()) container.remove();
  }

  get kubeconfig(): object {
    return {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      clusters: [
        {
          name: 'test',
          cluster: { server: `http://127.0.0.1:${this.#port}`, 'insecure-skip-tls-verify': true },
        },
      ],
      users: [{ name: 'tester', user: { token: this.token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'tester', namespace: 'lab' } }],
    };
  }

  addPod(name: string, template: Partial<ServedPod> = {}): ServedPod {
    const spec = template.spec ?? { containers: [{ name: 'main' }] };
    const uid = randomUUID();
    const labels = template.metadata?.labels ?? {};
    const state = this.waitingReason ? { waiting: { reason: this.waitingReason } } : { running: {} };
    const pod: ServedPod = {
      metadata: { name, uid, labels },
      spec,
      status: {
        phase: this.waitingReason ? 'Pending' : 'Running',
        containerStatuses: spec.containers.map((one) => ({
          name: one.name,
          ...(this.waitingReason ? {} : { containerID: `folder://${randomUUID()}` }),
          state,
        })),
      },
    };
    this.pods.set(name, pod);
    this.containers.set(uid, new FolderContainer());
    return pod;
  }

  runPod(pod: ServedPod): void {
    pod.status.phase = 'Running';
    for (const one of pod.status.containerStatuses)
      Object.assign(one, { containerID: `folder://${randomUUID()}`, state: { running: {} } });
  }

  deletePod(name: string): void {
    const uid = this.pods.get(name)?.metadata.uid ?? '';
    this.containers.get(uid)?.kill();
    this.pods.delete(name);
  }

  /** When the next one of this method arrives. */
  async nextRequest(method: string): Promise<void> {
    for (;;) {
      const [request] = (await once(this.#server as Server, 'request')) as [IncomingMessage];
      if (request.method === method) return;
    }
  }

  isAuthorized(request: IncomingMessage): boolean {
    return request.headers.authorization === `Bearer ${this.token}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`);
    if (!this.isAuthorized(request)) return sayStatus(response, 401, 'Unauthorized', 'Unauthorized');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, name] = /^\/api\/v1\/namespaces\/lab\/pods(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const body = await readJson(request);
    if (request.method === 'POST' && !name) return this.#create(response, body as ServedPod);
    const pod = this.pods.get(name ?? '');
    if (!pod) return sayStatus(response, 404, 'NotFound', `pods "${name}" not found`);
    if (request.method === 'GET') return say(response, 200, pod);
    const wanted = (body as { preconditions?: { uid?: string } }).preconditions?.uid;
    if (wanted && wanted !== pod.metadata.uid)
      return sayStatus(response, 409, 'Conflict', 'the UID in the precondition differs');
    this.deletePod(pod.metadata.name);
    say(response, 200, pod);
  }

  #create(response: ServerResponse, template: ServedPod): void {
    const { name } = template.metadata;
    if (this.pods.has(name)) sayStatus(response, 409, 'AlreadyExists', `pods "${name}" already exists`);
    else say(response, 201, this.addPod(name, template));
  }
}

function sayStatus(response: ServerResponse, code: number, reason: string, message: string): void {
  say(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code });
}

function say(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}
