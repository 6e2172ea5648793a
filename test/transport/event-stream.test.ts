import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { RingbackError } from '../../src/base/errors.ts';
import { sendEvents } from '../../src/transport/event-stream.ts';
import type { ServerEvent } from '../../src/transport/route.ts';
import { text } from '../cli/cli-home.ts';

/** The answer of a server that streams these events. */
async function streamed(after: (clean: () => void) => void, events: AsyncIterable<ServerEvent>) {
  const gone = new AbortController();
  const server = createServer((_, response) => {
    response.once('close', () => gone.abort());
    sendEvents(response, { events, start: '5' }, gone.signal).catch(() => {});
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const outgoing = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { answer, gone: gone.signal };
}

test('a silent stream says every 15 seconds that it is alive, and notices who has gone', async (context) => {
  const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { answer, gone } = await streamed(context.after.bind(context), never);
  const [first] = (await once(answer, 'data')) as [Buffer];
  assert.equal(first.toString(), 'id: 5\n\n');
  for (let beat = 0; beat < 3; beat += 1) {
    context.mock.timers.tick(15_000);
    const [alive] = (await once(answer, 'data')) as [Buffer];
    assert.equal(alive.toString(), ': alive\n\n');
  }
  answer.destroy();
  await once(gone, 'abort');
});

test('an error in the middle keeps the place of the reader', async (context) => {
  const { answer } = await streamed(
    context.after.bind(context),
    (async function* () {
      yield { name: 'output', id: '9', data: { offset: 5 } };
      throw new RingbackError('failed', 'The disk is gone.');
    })(),
  );
  const blocks = (await text(answer)).split('\n\n');
  assert.match(blocks[2] ?? '', /^event: error\nid: 9\ndata: \{"error":"The disk is gone\."/);
});
