import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { CliHome, until } from '../../cli/cli-home.ts';
import { floodWithSilence } from '../../daemon/silence.ts';
import { call, generations } from '../mcp-client.ts';
import { connectHttp, startHttp } from './http-server.ts';

const home = new CliHome(after);
const server = await startHttp(after, home);

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** By hand: fetch does not let a program choose its host. */
function post(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...json, ...headers } };
    const sent = request(server.url, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end(list);
  });
}

describe('the door of the HTTP server', () => {
  const token = () => ({ authorization: `Bearer ${server.token}` });

  it('opens to who has the token', async () => {
    assert.equal(await post(token()), 200);
  });

  it('is shut to who has none, or a wrong one', async () => {
    assert.equal(await post({}), 401);
    assert.equal(await post({ authorization: 'Bearer wrong' }), 401);
    assert.equal(await post({ authorization: `Basic ${server.token}` }), 401);
  });

  it('does not take the token from the address', async () => {
    const answer = await fetch(`${server.url}?token=${server.token}`, {
      method: 'POST',
      headers: json,
      body: list,
    });
    assert.equal(answer.status, 401);
  });

  it('is shut to pages that reach loopback under a name of their own', async () => {
    assert.equal(await post({ ...token(), host: 'evil.example' }), 403);
    assert.equal(await post({ ...token(), origin: 'http://evil.example' }), 403);
    assert.equal(await post({ ...token(), origin: 'null' }), 403);
    assert.equal(await post({ ...token(), origin: 'http://localhost:5173' }), 200);
  });

  it('issue 11.21: answers who may not come in before any of the body has come', async () => {
    const headers = { ...json, 'content-length': String(4 * 1024 * 1024) };
    const sent = request(server.url, { method: 'POST', headers });
    sent.on('error', () => {}).flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers.connection, 'close');
    sent.destroy();
  });

  it('issue 11.21: closes silent connections that are too many, and still serves', async () => {
    await floodWithSilence(Number(new URL(server.url).port));
    assert.equal(await post(token()), 200);
  });

  it('keeps the token from other users', () => {
    assert.equal(statSync(join(home.folder, 'mcp-token')).mode & 0o777, 0o600);
  });

  it('is on loopback only', async () => {
    const { code, stderr } = await home.run(['mcp', '--http', '--host', '0.0.0.0']);
    assert.equal(code, 2);
    assert.match(stderr, /--host must be one of 127\.0\.0\.1/);
  });

  it('says so when the port is taken', async () => {
    const { port } = new URL(server.url);
    const { code, stderr } = await home.run(['mcp', '--http', '--port', port]);
    assert.equal(code, 1);
    assert.match(stderr, /Cannot listen on.*\n.*--port/);
  });
});

for (const generation of Object.keys(generations)) {
  describe(`the official client of ${generation}, over HTTP`, () => {
    const connect = (name?: string) => connectHttp(after, server, generation, name);

    it('lists and calls the tools', async () => {
      const client = await connect();
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).slice(0, 2), ['terminal', 'process']);
      assert.equal((await call(client, 'terminal', { command: 'echo hi' })).output, 'hi\n');
    });

    it('reads logs, and hears when they grow', async () => {
      const client = await connect();
      const command = 'while read line; do echo "$line"; done';
      const started = await call(client, 'terminal', { command, background: true, stdin: true });
      const id = String(started.session_id);
      const uri = `ringback://process/${id}/log`;
      const updates: string[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        updates.push(params.uri);
      });
      if (generation === '2026') await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
      await until(async () => {
        await home.client().submit(id, 'hello');
        return updates.includes(uri);
      }, 'an update');
      const [log] = (await client.readResource({ uri })).contents;
      assert.match(log && 'text' in log ? log.text : '', /hello/);
      await home.client().kill(id);
    });

    it('that goes away in the middle of a call ends nothing', async () => {
      const client = await connect();
      const gone = new AbortController();
      const command = `sleep 1; echo went on ${generation}`;
      const called = client.callTool({ name: 'terminal', arguments: { command } }, { signal: gone.signal });
      await until(async () => (await home.list()).some((one) => one.command === command), 'the command');
      gone.abort();
      await assert.rejects(called);
      const left = (await home.list()).find((one) => one.command === command);
      const { output } = (await home.client().wait(left?.session_id ?? '')) as { output: string };
      assert.match(output, /went on/);
    });
  });
}

it('tells a client with a session of its own what ended, with its next call, and no other client', async () => {
  const [client, other] = [await connectHttp(after, server, 2025), await connectHttp(after, server, 2025)];
  const flags = { background: true, notify_on_complete: true, stdin: true };
  const started = await call(client, 'terminal', { command: 'read x', ...flags });
  assert.equal(started.delivery, 'next_call');
  const id = String(started.session_id);
  await home.client().submit(id, '');
  await home.client().wait(id);
  assert.equal((await call(other, 'process', { action: 'list' })).notifications, undefined);
  const { notifications } = await call(client, 'process', { action: 'list' });
  assert.match(String(notifications), new RegExp(`${id} completed`));
  assert.equal((await call(client, 'process', { action: 'list' })).notifications, undefined);
});

it('promises nothing to clients that nobody can tell apart', async () => {
  const client = await connectHttp(after, server, 2026);
  const flags = { background: true, notify_on_complete: true };
  assert.equal((await call(client, 'terminal', { command: 'true', ...flags })).delivery, 'none');
});

it('ends when it is told to, with a client on the line', async () => {
  const own = await startHttp(after, home);
  await connectHttp(after, own, 2025);
  assert.equal(await own.end(), 0);
});
