import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { RawClient, standIn } from './raw-client.ts';

type Call = Record<string, unknown>;

async function connect(name?: string, env?: NodeJS.ProcessEnv): Promise<RawClient> {
  const client = new RawClient(standIn, { ...(name && { name }), ...(env && { env }) });
  after(() => client.end());
  await client.initialize();
  return client;
}

/** The calls that reached the daemon, in order. An answer may be read before what was heard, which comes another way. */
async function calls(client: RawClient): Promise<Call[]> {
  const heard = () => client.heard.all.filter(({ event }) => event === 'call');
  await client.heard.find(() => heard().length >= client.made);
  return heard().map(({ call }) => call as Call);
}

const acknowledged = (client: RawClient) =>
  client.heard.all.filter(({ event }) => event === 'acknowledge').flatMap(({ ids }) => ids as string[]);

describe('a tool call', () => {
  it('answers with the same object as text and as structure', async () => {
    const client = await connect();
    const { result } = await client.call({ result: { output: 'hi', exit_code: 0 } });
    assert.deepEqual(result, {
      content: [{ type: 'text', text: '{"output":"hi","exit_code":0}' }],
      structuredContent: { output: 'hi', exit_code: 0 },
    });
  });

  it('says when it is an error of the tool', async () => {
    const client = await connect();
    const { result } = await client.call({ result: { error: 'no' }, is_error: true });
    assert.equal(result?.isError, true);
  });

  it('refuses a tool that does not exist as an error of the protocol', async () => {
    const client = await connect();
    const { error } = await client.request('tools/call', { name: 'rm', arguments: {} });
    assert.equal(error?.code, -32602);
    assert.match(error?.message ?? '', /rm.*terminal/);
  });

  it('refuses a call without a name', async () => {
    const client = await connect();
    assert.equal((await client.request('tools/call', {})).error?.code, -32602);
  });

  it('hands the arguments on as they are, whatever they are', async () => {
    const client = await connect();
    await client.request('tools/call', { name: 'terminal', arguments: { command: 7, nonsense: [] } });
    assert.deepEqual((await calls(client)).at(-1)?.arguments, { command: 7, nonsense: [] });
  });

  it('tells the daemon who calls, from where, and how it can be reached', async () => {
    const client = await connect('Some Client');
    await client.call();
    const { session_key, task, workdir, env, reach, wait_limit, call_id } = (await calls(client))[0] ?? {};
    assert.deepEqual(
      { session_key, workdir, env, reach, wait_limit },
      {
        session_key: 'some-client:/work',
        workdir: '/work',
        env: { PATH: '/bin' },
        reach: 'ride',
        wait_limit: 50,
      },
    );
    assert.match(String(task), new RegExp(`^mcp-${client.process.pid}-\\d+$`));
    assert.match(String(call_id), /^proc_[0-9a-f]{12}$/);
  });

  it('belongs to the session of its own request: one connection may serve several', async () => {
    const client = await connect('codex-mcp-client');
    await client.call({}, { threadId: 'one' });
    await client.call({}, { threadId: 'two' });
    assert.deepEqual(
      (await calls(client)).map(({ session_key, task }) => [session_key, task]),
      [
        ['codex:one', undefined],
        ['codex:two', undefined],
      ],
    );
  });

  it("takes opencode's session out of the arguments, and promises nothing without one", async () => {
    const client = await connect('opencode');
    await client.call({ ringback_session: 'ses_1', command: 'ls' });
    await client.call({ command: 'ls' });
    assert.deepEqual(
      (await calls(client)).map(({ session_key, reach, arguments: given }) => [session_key, reach, given]),
      [
        ['opencode:ses_1', 'ride', { command: 'ls' }],
        ['opencode:/work', 'none', { command: 'ls' }],
      ],
    );
  });

  it('belongs to the session that was given explicitly', async () => {
    const client = await connect('codex-mcp-client', { RINGBACK_SESSION: 'mine:1' });
    await client.call({}, { threadId: 'one' });
    assert.equal((await calls(client))[0]?.session_key, 'mine:1');
  });

  it('reports progress while it waits, to who asked for it', async () => {
    const client = await connect();
    await client.call({ seconds: 0.3 }, { progressToken: 'tok' });
    const told = client.messages.all.filter(({ method }) => method === 'notifications/progress');
    assert.ok(told.length >= 2, `${told.length} notifications`);
    assert.equal(told[0]?.params?.progressToken, 'tok');
    assert.match(String(told[0]?.params?.message), /^still running, \d+ s$/);
    const before = client.messages.all.length;
    await client.call({ seconds: 0.2 });
    assert.equal(client.messages.all.length, before + 1, 'nobody asked for this one');
  });

  it('that is cancelled ends the question to the daemon, and is not answered', async () => {
    const client = await connect();
    const requestId = client.ask('tools/call', { name: 'terminal', arguments: { seconds: 60 } });
    await client.heard.find(({ event }) => event === 'call');
    client.send({ method: 'notifications/cancelled', params: { requestId } });
    await client.heard.find(({ event }) => event === 'aborted');
    await client.call();
    assert.ok(!client.messages.all.some(({ id }) => id === requestId));
  });

  it('whose client has gone ends the question too', async () => {
    const client = await connect();
    client.ask('tools/call', { name: 'terminal', arguments: { seconds: 60 } });
    await client.heard.find(({ event }) => event === 'call');
    assert.equal(await client.end(), 0);
    await client.heard.find(({ event }) => event === 'aborted');
  });
});

describe('trap 17: a notification that rides on a result', () => {
  it('is acknowledged with the next call, and only once', async () => {
    const client = await connect();
    await client.call({ riding: ['ntf_1', 'ntf_2'] });
    await client.call();
    await client.call();
    assert.deepEqual(
      (await calls(client)).map(({ acknowledge }) => acknowledge),
      [undefined, ['ntf_1', 'ntf_2'], undefined],
    );
  });

  it('is acknowledged by any other request too', async () => {
    const client = await connect();
    for (const method of ['tools/list', 'ping', 'resources/templates/list']) {
      await client.call({ riding: [method] });
      await client.request(method);
      await client.call();
      assert.equal((await calls(client)).at(-1)?.acknowledge, undefined);
    }
    assert.deepEqual(acknowledged(client), ['tools/list', 'ping', 'resources/templates/list']);
  });

  it('is not acknowledged when the call was cancelled before its answer was written', async () => {
    const client = await connect();
    const requestId = client.ask('tools/call', {
      name: 'terminal',
      arguments: { riding: ['ntf_1'], seconds: 60 },
    });
    await client.heard.find(({ event }) => event === 'call');
    client.send({ method: 'notifications/cancelled', params: { requestId } });
    await client.heard.find(({ event }) => event === 'aborted');
    await client.call();
    await client.request('tools/list');
    assert.equal((await calls(client))[1]?.acknowledge, undefined);
    assert.deepEqual(acknowledged(client), []);
  });

  it('is not acknowledged when the cancel met the answer on its way', async () => {
    const client = await connect();
    const script = { riding: ['ntf_1'], answersCancel: true };
    const requestId = client.ask('tools/call', { name: 'terminal', arguments: script });
    await client.heard.find(({ event }) => event === 'call');
    client.send({ method: 'notifications/cancelled', params: { requestId } });
    await client.heard.find(({ event }) => event === 'answered');
    await client.call();
    assert.equal((await calls(client))[1]?.acknowledge, undefined);
  });

  it('is acknowledged although a cancel came after the answer, as opencode sends it', async () => {
    const client = await connect();
    await client.call({ riding: ['ntf_1'] });
    client.send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    await client.call();
    assert.deepEqual((await calls(client))[1]?.acknowledge, ['ntf_1']);
  });

  it('is not acknowledged by a call that was already on its way', async () => {
    const client = await connect();
    const slow = client.ask('tools/call', {
      name: 'terminal',
      arguments: { seconds: 0.2, riding: ['ntf_1'] },
    });
    await client.call();
    await client.answer(slow);
    assert.equal((await calls(client))[1]?.acknowledge, undefined);
    await client.call();
    assert.deepEqual((await calls(client))[2]?.acknowledge, ['ntf_1']);
  });
});
