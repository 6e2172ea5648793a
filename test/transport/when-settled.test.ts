import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { whenSettled } from '../../src/transport/when-settled.ts';

async function serveOne(t: { after(clean: () => void): void }) {
  const server = createServer();
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', agent: false });
  client.on('error', () => {}).end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { client, response };
}

test('an answer that was taken is sent, once', async (t) => {
  const { client, response } = await serveOne(t);
  const settled: boolean[] = [];
  whenSettled(response, (wasSent) => settled.push(wasSent));
  const closed = once(response, 'close');
  response.end('hello');
  const [incoming] = await once(client, 'response');
  incoming.resume();
  await closed;
  assert.deepEqual(settled, [true]);
});

test('an answer whose client has gone is not', async (t) => {
  const { client, response } = await serveOne(t);
  const settled: boolean[] = [];
  whenSettled(response, (wasSent) => settled.push(wasSent));
  client.destroy();
  await once(response, 'close');
  response.end('hello');
  assert.deepEqual(settled, [false]);
  whenSettled(response, (wasSent) => settled.push(wasSent));
  assert.deepEqual(settled, [false, false]);
});
