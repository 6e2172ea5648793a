import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Conversation } from '../../src/acp/conversation.ts';
import type { Fields } from '../../src/acp/message.ts';
import { Relay } from '../../src/acp/relay.ts';
import { SessionFiles } from '../../src/acp/session-files.ts';

const editors = {
  name: 'ringback',
  command: '/usr/bin/ringback',
  args: ['mcp'],
  env: [{ name: 'A', value: '1' }],
};

type Server = Fields & { readonly env: readonly { readonly name: string; readonly value: string }[] };

/** A relay between two ends that only note what reaches them. */
class Wire {
  readonly toAgent: string[] = [];
  readonly toEditor: string[] = [];
  readonly opened: Conversation[] = [];
  readonly closed: string[] = [];
  readonly files = new SessionFiles();
  readonly #relay: Relay;

  constructor(t: TestContext, { sharesConnection = false } = {}) {
    t.after(() => this.files.remove());
    this.#relay = new Relay({
      launch: { command: '/our/ringback', args: ['mcp'] },
      program: 'program',
      files: this.files,
      recogniseAgent: (name) => ({ name, sharesConnection }),
      isRingback: ({ command }) => String(command).endsWith('/ringback'),
      toAgent: (line) => void this.toAgent.push(line.toString()),
      toEditor: (line) => void this.toEditor.push(line.toString()),
      onOpened: (conversation) => void this.opened.push(conversation),
      onClosed: ({ id }) => void this.closed.push(id),
    });
  }

  editor(line: string | Fields): void {
    this.#relay.fromEditor(toLine(line));
  }

  agent(line: string | Fields): void {
    this.#relay.fromAgent(toLine(line));
  }

  /** As far as a session that stands. */
  open(id = 'one'): Conversation {
    this.editor({ id: 0, method: 'initialize', params: {} });
    this.agent({ id: 0, result: { agentInfo: { name: 'tiny' } } });
    this.editor({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    this.agent({ id: 1, result: { sessionId: id } });
    const conversation = this.opened.at(-1);
    assert.ok(conversation);
    return conversation;
  }

  update(sessionUpdate: string, more: Fields = {}): void {
    this.agent({
      method: 'session/update',
      params: { sessionId: 'one', update: { sessionUpdate, ...more } },
    });
  }

  /** The last message that the agent got. */
  get last(): { readonly id: unknown; readonly method: string; readonly params: Fields } {
    return JSON.parse(this.toAgent.at(-1) ?? 'null');
  }

  /** Of the n-th message that the agent got. */
  serversOf(at: number): readonly Server[] {
    return JSON.parse(this.toAgent[at] ?? 'null').params.mcpServers;
  }
}

const environmentOf = (server: Server | undefined): Record<string, string> =>
  Object.fromEntries(server?.env.map(({ name, value }) => [name, value]) ?? []);
const toLine = (line: string | Fields): Buffer =>
  Buffer.from(typeof line === 'string' ? line : `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`);
const prompt = (id: number): Fields => ({
  id,
  method: 'session/prompt',
  params: { sessionId: 'one', prompt: [] },
});
/** What becomes of it, as far as that is decided. */
const stateOf = async (promise: Promise<unknown>): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'open'))]);

test('what the relay does not understand passes byte by byte, both ways', (t) => {
  const wire = new Wire(t);
  wire.open();
  const odd = [
    'not JSON\n',
    '\n',
    ' {"jsonrpc" : "2.0", "method":"session/prompt" , "id":12345678901234567890, "params":{"sessionId":"other"}}\n',
    '[{"jsonrpc":"2.0","id":1,"method":"x"}]\n',
    '{"jsonrpc":"2.0","method":"_ext/of/somebody","params":{"sessionId":"one","n":1.0}}\r\n',
    '{"id":1,"result":null}',
  ];
  const [before, after] = [wire.toAgent.length, wire.toEditor.length];
  for (const line of odd) wire.editor(line);
  for (const line of odd) wire.agent(line);
  assert.deepEqual(wire.toAgent.slice(before), odd);
  assert.deepEqual(wire.toEditor.slice(after), odd);
});

test('a prompt of the editor passes byte by byte too', (t) => {
  const wire = new Wire(t);
  wire.open();
  const line =
    '{ "id":7,"jsonrpc":"2.0","method":"session/prompt","params":{"sessionId":"one","prompt":[]}}\n';
  wire.editor(line);
  assert.equal(wire.toAgent.at(-1), line);
});

test('a new session gets our MCP server, which finds out whom it serves when the agent has answered', (t) => {
  const wire = new Wire(t);
  const conversation = wire.open('abc');
  const [ours] = wire.serversOf(1);
  assert.deepEqual([ours?.name, ours?.command, ours?.args], ['ringback', '/our/ringback', ['mcp']]);
  const env = environmentOf(ours);
  assert.equal(env.RINGBACK_SESSION, '');
  assert.equal(readFileSync(env.RINGBACK_SESSION_FILE ?? '', 'utf8'), 'tiny:abc');
  assert.equal(conversation.key, 'tiny:abc');
});

test('a session that the agent refuses to open is none', (t) => {
  const wire = new Wire(t);
  wire.editor({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
  wire.agent({ id: 1, error: { code: -32000, message: 'log in first' } });
  const [ours] = wire.serversOf(0);
  assert.equal(existsSync(environmentOf(ours).RINGBACK_SESSION_FILE ?? '/'), false);
  wire.editor({ id: 2, method: 'session/load', params: { sessionId: 'old', cwd: '/', mcpServers: [] } });
  wire.agent({ id: 2, error: { code: -32002, message: 'not found' } });
  assert.deepEqual(wire.opened, []);
});

test('an editor that has Ringback itself gets no second one; its own learns whom it serves', (t) => {
  const wire = new Wire(t);
  const other = { name: 'x', command: '/x', args: [], env: [] };
  wire.editor({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [other, editors] } });
  const [first, second, ...more] = wire.serversOf(0);
  assert.deepEqual([first, more], [other, []]);
  assert.deepEqual({ ...second, env: [] }, { ...editors, env: [] });
  assert.deepEqual(Object.keys(environmentOf(second)), [
    'A',
    'RINGBACK_HOSTED',
    'RINGBACK_SESSION_FILE',
    'RINGBACK_SESSION',
  ]);
});

test('where all sessions share the servers, ours is told of none', (t) => {
  const wire = new Wire(t, { sharesConnection: true });
  wire.editor({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
  assert.deepEqual(environmentOf(wire.serversOf(0)[0]), { RINGBACK_HOSTED: '1' });
});

test('a loaded session is known by the id that was asked for, a forked one by its new one', (t) => {
  const wire = new Wire(t);
  const params = { sessionId: 'old', cwd: '/', mcpServers: [] };
  wire.editor({ id: 1, method: 'session/load', params });
  wire.agent({ id: 1, result: {} });
  wire.editor({ id: 2, method: 'session/fork', params });
  wire.agent({ id: 2, result: { sessionId: 'new' } });
  wire.editor({ id: 3, method: 'session/load', params });
  wire.agent({ id: 3, result: {} });
  assert.deepEqual(
    wire.opened.map(({ key }) => key),
    ['program:old', 'program:new'],
  );
});

test('a turn of our own: the editor sees the updates, and not the answer', async (t) => {
  const wire = new Wire(t);
  const conversation = wire.open();
  const rung = conversation.ring('hello', ['evt_1']);
  const { id, method, params } = wire.last;
  assert.equal(method, 'session/prompt');
  assert.equal(typeof id, 'string');
  const [block] = params.prompt as [Fields];
  assert.deepEqual(
    [params.sessionId, block.text, block.annotations],
    ['one', 'hello', { audience: ['assistant'] }],
  );
  assert.equal(await stateOf(rung), 'open');

  wire.update('available_commands_update');
  assert.equal(await stateOf(rung), 'open');
  wire.update('agent_message_chunk');
  assert.deepEqual(await rung, { isAccepted: true });
  assert.equal(conversation.isIdle, false);

  const seen = wire.toEditor.length;
  wire.agent({ id, result: { stopReason: 'end_turn' } } as Fields);
  assert.equal(wire.toEditor.length, seen);
  assert.equal(conversation.isIdle, true);
});

test('an agent that answers with an error has not taken it', async (t) => {
  const wire = new Wire(t);
  const conversation = wire.open();
  const rung = conversation.ring('hello', []);
  wire.agent({ id: wire.last.id, error: { code: 429, message: 'too much' } });
  assert.deepEqual(await rung, { isAccepted: false, reason: 'too much' });
  assert.equal(conversation.isIdle, true);
});

test('after a load only an answer proves anything: what was said earlier may still be coming in', async (t) => {
  const wire = new Wire(t);
  wire.editor({ id: 1, method: 'session/load', params: { sessionId: 'one', cwd: '/', mcpServers: [] } });
  wire.agent({ id: 1, result: {} });
  const [conversation] = wire.opened;
  assert.ok(conversation);
  const first = conversation.ring('hello', []);
  wire.update('agent_message_chunk');
  assert.equal(await stateOf(first), 'open');
  wire.agent({ id: wire.last.id, result: {} });
  assert.deepEqual(await first, { isAccepted: true });

  const second = conversation.ring('again', []);
  wire.update('agent_message_chunk');
  assert.deepEqual(await stateOf(second), { isAccepted: true });
});

test('a prompt of the editor that comes while we have the turn waits for its end', (t) => {
  const wire = new Wire(t);
  const conversation = wire.open();
  void conversation.ring('hello', []);
  const own = wire.last;
  wire.editor(prompt(5));
  assert.equal(wire.last.id, own.id);
  wire.agent({ id: own.id, result: {} });
  assert.equal(wire.last.id, 5);
  assert.equal(conversation.isIdle, false);
  wire.agent({ id: 5, result: { stopReason: 'end_turn' } });
  assert.equal(conversation.isIdle, true);
});

test('who cancels while his prompt waits for our turn ends both', (t) => {
  const wire = new Wire(t);
  const conversation = wire.open();
  void conversation.ring('hello', []);
  const own = wire.last;
  wire.editor(prompt(5));
  wire.editor({ method: 'session/cancel', params: { sessionId: 'one' } });
  assert.deepEqual(JSON.parse(wire.toEditor.at(-1) ?? ''), {
    jsonrpc: '2.0',
    id: 5,
    result: { stopReason: 'cancelled' },
  });
  assert.equal(wire.last.method, 'session/cancel');
  wire.agent({ id: own.id, result: { stopReason: 'cancelled' } });
  assert.equal(wire.last.method, 'session/cancel');
  assert.equal(conversation.isIdle, true);
});

test('the agent is idle when every prompt is answered and, where it says so itself, when it says so', async (t) => {
  const wire = new Wire(t);
  const conversation = wire.open();
  wire.editor(prompt(5));
  wire.editor(prompt(6));
  const idle = conversation.untilIdle().then(() => 'idle');
  wire.agent({ id: 6, result: {} });
  assert.equal(await stateOf(idle), 'open');
  wire.update('state_update', { state: 'running' });
  wire.agent({ id: 5, error: { code: 1, message: 'no' } });
  assert.equal(await stateOf(idle), 'open');
  wire.update('state_update', { state: 'idle' });
  assert.equal(await stateOf(idle), 'idle');
});

test('a session that the editor closed is not told anything any more, once the agent has closed it', (t) => {
  const wire = new Wire(t);
  wire.open();
  const close = { method: 'session/close', params: { sessionId: 'one' } };
  wire.editor({ id: 5, ...close });
  wire.agent({ id: 5, error: { code: 1, message: 'no' } });
  assert.deepEqual(wire.closed, []);
  wire.editor({ id: 6, ...close });
  wire.agent({ id: 6, result: {} });
  assert.deepEqual(wire.closed, ['one']);
});
