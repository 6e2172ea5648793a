/**
 * A window of opencode has no port, and one with a password does not tell it. So this listens inside of it, at a socket
 * that only its user can reach, and hands on the few requests that a ring needs. The socket of a project is at the same
 * place after a restart: what had to wait meanwhile arrives as soon as opencode is back.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

type Result = { readonly data?: unknown; readonly error?: unknown; readonly response?: { status: number } };
type Ask = (options: object) => Promise<Result>;

/** The part of opencode's own client that is used here: it needs no port. */
export type Client = {
  readonly session: {
    readonly get: Ask;
    readonly messages: Ask;
    readonly status: Ask;
    readonly promptAsync: Ask;
  };
};

type Options = { readonly directory: string; readonly client: Client };

/** So many windows of one project. */
const MOST = 50;
const LARGEST = 4_000_000;

/** opencode may load its plugins anew while it runs. */
const opened = new Map<string, Promise<string>>();

/** The path of the socket. */
export function openRelay(options: Options): Promise<string> {
  const path = opened.get(options.directory) ?? open(options);
  opened.set(options.directory, path);
  return path;
}

async function open({ directory, client }: Options): Promise<string> {
  const server = createServer((request, response) => {
    answer(client, request, response).catch(() => response.writeHead(500).end('{}'));
  });
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const folder = ownFolder();
  for (let number = 1; number <= MOST; number++) {
    const path = join(folder, `${name}${number > 1 ? `-${number}` : ''}.sock`);
    if (await listen(server, path)) return path;
  }
  throw new Error(`no socket is free in ${folder}`);
}

/** Nobody else may put something there. */
function ownFolder(): string {
  const { uid } = userInfo();
  const folder = join(process.env.XDG_RUNTIME_DIR || tmpdir(), `ringback-opencode-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is somebody else's`);
  return folder;
}

/** False when another window has it. */
async function listen(server: Server, path: string): Promise<boolean> {
  if (await tryToListen(server, path)) return true;
  if (await isAnswered(path)) return false;
  // It was left by one that was killed.
  rmSync(path, { force: true });
  return tryToListen(server, path);
}

function tryToListen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false);
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      // It must not keep opencode from ending.
      server.unref();
      resolve(true);
    });
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function answer(
  { session }: Client,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://opencode');
  const [, id = '', what = ''] = /^\/session\/(ses[^/]*)(?:\/([a-z_]+))?$/.exec(pathname) ?? [];
  const path = { id: decodeURIComponent(id) };
  const asked = `${request.method} ${id ? what : pathname}`;
  switch (asked) {
    case 'GET /session/status':
      return reply(response, await session.status({}));
    case 'GET ':
      return reply(response, await session.get({ path }));
    case 'GET message':
      return reply(
        response,
        await session.messages({ path, query: { limit: Number(searchParams.get('limit') ?? 10) } }),
      );
    case 'POST prompt_async':
      return reply(response, await session.promptAsync({ path, body: JSON.parse(await read(request)) }));
    default:
      response.writeHead(404).end('{}');
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, { data, error, response: told }: Result): void {
  const status = told?.status ?? (error === undefined ? 200 : 500);
  const headers = { 'content-type': 'application/json' };
  response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(data ?? error ?? {}));
}
