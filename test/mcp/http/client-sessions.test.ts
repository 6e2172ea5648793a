import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { McpContext } from '../../../src/mcp/context.ts';
import { ClientSessions } from '../../../src/mcp/http/client-sessions.ts';
import { until } from '../../until.ts';

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'one', version: '1' } },
};

test('promise 28: a client that was silent for a day is forgotten, unless something of its session is to come', async () => {
  let now = Date.now();
  let asked = 0;
  let isActive = true;
  const context = {
    daemon: {
      async activeForSession(key: string) {
        assert.equal(key, 'one:/work');
        asked += 1;
        return isActive;
      },
      notifications: { acknowledge: async () => 0 },
    },
    tools: [],
    session: undefined,
    env: {},
    variables: {},
    folder: '/work',
    waitSeconds: 1,
    progressMs: 1_000,
  };
  const sessions = new ClientSessions(context as unknown as McpContext, new Map(), () => now);
  const send = (body: object, id: string | null) =>
    sessions.serve(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: { ...headers, ...(id !== null && { 'mcp-session-id': id }) },
        body: JSON.stringify(body),
      }),
      body,
      id,
    );
  const open = async () => (await send(initialize, null)).headers.get('mcp-session-id');
  const ping = async (id: string | null) =>
    (await send({ jsonrpc: '2.0', id: 2, method: 'ping' }, id)).status;

  const id = await open();
  assert.equal(await ping(id), 200);
  now += 25 * 3_600_000;
  await open();
  await until(() => asked === 1, 'the question');
  assert.equal(await ping(id), 200, 'it is kept');
  now += 25 * 3_600_000;
  isActive = false;
  await open();
  await until(
    async () => (await sessions.serve(new Request('http://127.0.0.1/mcp'), undefined, id)).status === 404,
    'it to be forgotten',
  );
  await sessions.close();
});
