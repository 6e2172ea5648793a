import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { text } from '../cli/cli-home.ts';
import { ask, askJson, events } from '../daemon/http.ts';
import { serveHome } from '../daemon/serving.ts';

async function connected(path: string): Promise<Socket> {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
}

/** Another program, at `/v1/board` of a daemon. */
async function forwardTo(t: TestContext, server: Server): Promise<string> {
  let socket = '';
  const folder = await serveHome(t, (home) => {
    socket = join(home, 'board.sock');
    return { forwards: [{ prefix: '/v1/board', connect: () => connected(socket) }] };
  });
  server.listen(socket);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return folder;
}

test('requests below a path are answered by another program', async (t) => {
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    const seen = { method, url, mark: headers['x-mark'], token: headers.authorization ?? null };
    response.writeHead(202, { 'content-type': 'application/json', 'x-answer': 'yes' });
    response.end(JSON.stringify({ ...seen, body: await text(incoming) }));
  });
  const folder = await forwardTo(t, server);
  const headers = { 'x-mark': 'one', authorization: 'Bearer secret' };
  const answer = await ask(folder, 'PUT', '/v1/board/a%20b?c=d', 'x'.repeat(200_000), headers);
  assert.deepEqual([answer.statusCode, answer.headers['x-answer']], [202, 'yes']);
  assert.deepEqual(JSON.parse(await text(answer)), {
    method: 'PUT',
    url: '/v1/board/a%20b?c=d',
    mark: 'one',
    token: null,
    body: 'x'.repeat(200_000),
  });
  assert.equal((await askJson(folder, 'GET', '/v1/health')).status, 200);
});

test('events pass as they come, and the other program hears that the reader has left', async (t) => {
  const left = Promise.withResolvers<void>();
  const sayMore = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    response.once('close', () => left.resolve());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: one\nid: 1\ndata: {}\n\n');
    await sayMore.promise;
    response.write('event: two\nid: 2\ndata: {}\n\n');
  });
  const folder = await forwardTo(t, server);
  const answer = await ask(folder, 'GET', '/v1/board/events');
  const names: string[] = [];
  for await (const { name } of events(answer)) {
    names.push(name);
    if (name === 'two') break;
    sayMore.resolve();
  }
  assert.deepEqual(names, ['one', 'two']);
  answer.destroy();
  await left.promise;
});

test('a connection that becomes another protocol passes in both directions', async (t) => {
  const server = createServer().on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: Upgrade\r\n\r\n');
    socket.write(`${incoming.url} `);
    socket.pipe(socket);
    t.after(() => socket.destroy());
  });
  const folder = await forwardTo(t, server);
  const upgrade = request({
    socketPath: join(folder, 'daemon.sock'),
    path: '/v1/board/socket',
    headers: { connection: 'Upgrade', upgrade: 'echo' },
    agent: false,
  }).end();
  const [answer, socket, head] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Socket, Buffer];
  t.after(() => socket.destroy());
  assert.equal(answer.statusCode, 101);
  socket.write('hello');
  let said = String(head);
  for await (const chunk of socket) {
    said += String(chunk);
    if (said.endsWith('hello')) break;
  }
  assert.equal(said, '/v1/board/socket hello');
});

test('what cannot be upgraded is answered as it always was', async (t) => {
  const folder = await forwardTo(t, createServer());
  const headers = { connection: 'Upgrade', upgrade: 'h2c' };
  assert.equal((await ask(folder, 'GET', '/v1/health', undefined, headers)).statusCode, 200);
});

test('nobody there: an error that says so', async (t) => {
  const server = createServer();
  const folder = await forwardTo(t, server);
  server.close();
  await once(server, 'close');
  const { status, json } = await askJson<{ code: string; error: string }>(folder, 'GET', '/v1/board/x');
  assert.deepEqual([status, json.code], [503, 'unreachable']);
  assert.match(json.error, /\/v1\/board/);
});
