import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocketServer } from 'ws';
import { HandshakeRefused, openWebSocket } from '../../../../src/ringers/kinds/codex/websocket.ts';

const { signal } = new AbortController();

/** Greets with the token it was shown, echoes, and closes when told to. */
async function listen(context: { after(undo: () => void): void }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-websocket-'));
  const socketPath = join(folder, 'socket');
  const server = createServer();
  const sockets = new WebSocketServer({
    server,
    verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization !== 'Bearer wrong',
  });
  sockets.on('connection', (client, { headers }) => {
    client.send(String(headers.authorization));
    client.on('message', (data) => {
      if (data.toString() === 'close') client.close();
      else client.send(data.toString());
    });
  });
  server.listen(socketPath);
  await once(server, 'listening');
  context.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return socketPath;
}

test('over a Unix socket, with a token: messages both ways, and one end', async (context) => {
  const socketPath = await listen(context);
  const heard: string[] = [];
  const ended = Promise.withResolvers<string>();
  const long = 'ä'.repeat(200_000);
  const listener = {
    onMessage(text: string) {
      heard.push(text);
      if (text === long) socket.send('close');
    },
    onClose: ended.resolve,
  };
  const socket = await openWebSocket({ socketPath }, 'secret', listener, signal);
  socket.send('short');
  socket.send(long);
  assert.equal(await ended.promise, 'the app-server closed the connection');
  assert.deepEqual(heard, ['Bearer secret', 'short', long]);
});

test('a server that refuses, one that is not there, and an abort are told apart', async (context) => {
  const socketPath = await listen(context);
  const listener = { onMessage() {}, onClose: () => assert.fail('it was never open') };
  const refused = openWebSocket({ socketPath }, 'wrong', listener, signal);
  await assert.rejects(refused, (error) => error instanceof HandshakeRefused && error.status === 401);
  const absent = openWebSocket({ socketPath: `${socketPath}-x` }, undefined, listener, signal);
  await assert.rejects(absent, { code: 'ENOENT' });
  const aborted = openWebSocket({ socketPath }, undefined, listener, AbortSignal.abort());
  await assert.rejects(aborted, { name: 'AbortError' });
});
