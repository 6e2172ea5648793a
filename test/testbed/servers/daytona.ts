/**
 * Daytona's API for sandboxes and the part of its toolbox that holds terminal sessions, over HTTP and WebSocket. Sandboxes
 * are folders, the programs in them are real.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PtySession, type PtySocket } from './daytona-pty.ts';
import { FolderContainer } from './folder-container.ts';

type Upgrader = {
  readonly clients: Iterable<PtySocket>;
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (socket: PtySocket) => void,
  ): void;
};

export type ServedSandbox = {
  readonly id: string;
  readonly name: string;
  labels: Record<string, string>;
  state: string;
  readonly env: Record<string, string>;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly container: FolderContainer;
  readonly sessions: Map<string, PtySession>;
};

export class DaytonaServer {
  readonly apiKey = `dtn_${randomUUID()}`;
  readonly sandboxes = new Map<string, ServedSandbox>();
  #server: Server | undefined;
  #sockets: Upgrader;
  #port = 0;

  constructor(packages: string) {
    const require = createRequire(join(packages, 'node_modules/from-here.js'));
    const ws = require('ws') as { WebSocketServer: new (options: object) => Upgrader };
    this.#sockets = new ws.WebSocketServer({
      noServer: true,
      maxPayload: 64 << 10,
      handleProtocols: (offered: Set<string>) => [...offered][0] ?? false,
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** As when it crashes: lines break, sandboxes and their sessions live on. Started again it has the same port. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    for (const { container } of this.sandboxes.values()) container.remove();
  }

  stopSandbox(sandbox: ServedSandbox): void {
    sandbox.state = 'stopped';
    sandbox.sessions.clear();
    sandbox.container.kill();
  }

  deleteSandbox(sandbox: ServedSandbox): void {
    this.stopSandbox(sandbox);
    sandbox.container.remove();
    this.sandboxes.delete(sandbox.id);
  }

  find(idOrName: string): ServedSandbox | undefined {
    return this.sandboxes.get(idOrName) ?? [...this.sandboxes.values()].find(({ name }) => name === idOrName);
  }

  addSession(sandboxId: string | undefined, id: string): PtySession {
    const { container, env, sessions } = this.find(sandboxId ?? '') as ServedSandbox;
    const session = new PtySession(id, container, env);
    sessions.set(id, session);
    session.ended.then(() => sessions.delete(id));
    return session;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!this.#isAuthorized(request)) return void say(401, { message: 'Unauthorized' });
    const [first, id = '', ...rest] = (request.url ?? '').replace(/\?.*/, '').split('/').slice(1);
    const route = `${request.method} ${[first, ...rest.slice(0, 2)].join('/')}`;
    const body = await readJson(request);
    if (request.method === 'POST' && first === 'sandbox' && !id) {
      if (this.find(body.name as string)) return void say(409, { message: 'a sandbox of that name exists' });
      return void say(200, this.#describe(this.#create(body)));
    }
    const sandbox = this.find(id);
    if (!sandbox) return void say(404, { message: `Sandbox with ID or name ${id} not found` });
    switch (route) {
      case 'GET sandbox':
        return void say(200, this.#describe(sandbox));
      case 'DELETE sandbox':
        this.deleteSandbox(sandbox);
        return void say(200, this.#describe({ ...sandbox, state: 'destroyed' }));
      case 'POST sandbox/start':
        sandbox.state = 'started';
        return void say(200, this.#describe(sandbox));
      case 'POST sandbox/stop':
        this.stopSandbox(sandbox);
        return void say(200, this.#describe(sandbox));
      case 'PUT sandbox/labels':
        sandbox.labels = body.labels as Record<string, string>;
        return void say(200, { labels: sandbox.labels });
      case 'GET toolbox/process/pty':
        return void say(200, { sessions: [...sandbox.sessions.keys()].map((id) => ({ id })) });
      case 'DELETE toolbox/process/pty': {
        const session = sandbox.sessions.get(rest[2] ?? '');
        session?.kill();
        return void (session ? say(200, {}) : say(404, { message: 'no such session' }));
      }
      default:
        return void say(501, { message: route });
    }
  }

  #create(asked: Record<string, unknown>): ServedSandbox {
    const sandbox = {
      id: randomUUID(),
      name: asked.name as string,
      labels: asked.labels as Record<string, string>,
      state: 'started',
      env: (asked.env ?? {}) as Record<string, string>,
      asked,
      container: new FolderContainer(),
      sessions: new Map(),
    };
    // Login shells say what they like.
    writeFileSync(
      join(sandbox.container.folder, '.bash_profile'),
      'echo "Welcome to the sandbox"; PS1="> "\n',
    );
    this.sandboxes.set(sandbox.id, sandbox);
    return sandbox;
  }

  #describe({ id, name, labels, state }: ServedSandbox): object {
    return { id, name, labels, state, toolboxProxyUrl: `${this.url}/toolbox` };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [, id = ''] = /^\/toolbox\/([^/]+)\/process\/pty\/create-connect$/.exec(pathname) ?? [];
    const sandbox = this.find(id);
    if (!this.#isAuthorized(request) || sandbox?.state !== 'started') {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      this.addSession(id, searchParams.get('id') ?? '').attach(opened);
    });
  }

  #isAuthorized(request: IncomingMessage): boolean {
    return request.headers.authorization === `Bearer ${this.apiKey}`;
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}
