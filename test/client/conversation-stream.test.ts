import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '../../src/client/client.ts';
import { serveHome } from '../daemon/serving.ts';

/** A daemon behind which an agent is away for so many tries, and then breaks off after each change. */
async function openAway(t: TestContext, awayFor: number) {
  const asked: (string | undefined)[] = [];
  const agent = createServer((request, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: item\nid: ${asked.length}\ndata: {"sequence":${asked.length}}\n\n`, () =>
      response.destroy(),
    );
  });
  let tries = 0;
  let socket = '';
  const home = await serveHome(t, (folder) => {
    socket = join(folder, 'agent.sock');
    const reach = async () => {
      tries += 1;
      if (tries <= awayFor) throw new Error('nobody there');
      const connection = connect(socket);
      await once(connection, 'connect');
      return connection;
    };
    return { forwards: [{ prefix: '/v1/conversations', connect: reach }] };
  });
  agent.listen(socket);
  await once(agent, 'listening');
  t.after(() => agent.close());
  return { events: new Client({ home, startsDaemon: false }).conversations.events('conv_1'), asked };
}

test('who follows a conversation outlasts an agent that is away, and goes on where it was', async (t) => {
  const { events, asked } = await openAway(t, 3);
  const seen: number[] = [];
  for await (const event of events) {
    if (event.type === 'item') seen.push(event.item.sequence);
    if (seen.length === 3) break;
  }
  assert.deepEqual(seen, [1, 2, 3]);
  assert.deepEqual(asked, [undefined, '1', '2']);
});
