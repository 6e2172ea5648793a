/** Servers over HTTP as most are: of 2025, with sessions, and answers as events. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { until } from '../../until.ts';
import { execute, OddFolder, toolsOf } from './support/odd-folder.ts';

type Message = {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string };
};

/** What one server has seen; `forget` makes it one that was started again. */
class OldServer {
  readonly calls: string[] = [];
  readonly cancelled: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sessions = new Set<string>();
  readonly #open = new Set<ServerResponse>();

  async listen(t: TestContext): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    t.after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  forget(): void {
    this.#sessions.clear();
  }

  /** In the middle of its answers. */
  breakOff(): void {
    for (const response of this.#open) response.destroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = String(request.headers['mcp-session-id'] ?? '');
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = (await json(request)) as Message;
    if (method !== 'initialize' && !this.#sessions.has(session))
      return void response.writeHead(session === '' ? 400 : 404).end('who are you?');
    const send = (result: object, headers = {}) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
    if (method === 'initialize') {
      const fresh = randomUUID();
      this.#sessions.add(fresh);
      const serverInfo = { name: 'old', version: '1' };
      const about = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
      return send(about, { 'mcp-session-id': fresh });
    }
    if (method === 'notifications/cancelled') this.cancelled.push(session);
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'tools/list') {
      const inputSchema = { type: 'object' };
      const look = { name: 'look', inputSchema, annotations: { readOnlyHint: true } };
      return send({ tools: [{ name: 'write', inputSchema }, { name: 'hang', inputSchema }, look] });
    }
    this.#call(id, params?.name ?? '', response);
  }

  #call(id: number, name: string, response: ServerResponse): void {
    this.calls.push(name);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    this.#open.add(response);
    if (name === 'hang' || (name === 'look' && this.calls.length === 1)) return;
    const result = { content: [{ type: 'text', text: `${name} is done` }] };
    response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  }
}

async function open(t: TestContext) {
  const server = new OldServer();
  const old = { url: await server.listen(t), headers: { 'X-Token': 'secret' } };
  const used = new OddFolder(t).use({ agentMcpServers: { old } });
  return { server, tools: await toolsOf(used) };
}

test('a server that was started again, and knows nobody any more, is greeted anew, and the call made once', async (t) => {
  const { server, tools } = await open(t);
  assert.equal((await execute(tools, 'old_write')).output, 'write is done');
  server.forget();
  assert.equal((await execute(tools, 'old_write')).output, 'write is done');
  assert.deepEqual(server.calls, ['write', 'write']);
});

test('an answer that breaks off is an unknown outcome, and a read is made again (promise 23)', async (t) => {
  const { server, tools } = await open(t);
  const looked = execute(tools, 'old_look');
  await until(() => server.calls.length === 1, 'it looks');
  server.breakOff();
  assert.equal((await looked).output, 'look is done');
  const hanging = execute(tools, 'old_hang');
  await until(() => server.calls.length === 3, 'it hangs');
  server.breakOff();
  assert.match((await hanging).output, /^OUTCOME UNKNOWN/);
  assert.deepEqual(server.calls, ['look', 'look', 'hang']);
});

test('a turn that is stopped cancels the call over HTTP', async (t) => {
  const { server, tools } = await open(t);
  const stopping = new AbortController();
  const hanging = execute(tools, 'old_hang', {}, stopping.signal);
  await until(() => server.calls.length === 1, 'it hangs');
  stopping.abort();
  await assert.rejects(hanging);
  await until(() => server.cancelled.length === 1, 'it is cancelled');
});
