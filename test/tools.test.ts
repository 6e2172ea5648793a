/** The library's tools, as a harness uses them: bound to a session, without any transport of an agent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createAiTools } from '../src/ai-sdk.ts';
import { createTools, type ToolOptions } from '../src/tools.ts';
import { CliHome, until } from './cli/cli-home.ts';

function toolsOf(home: CliHome, options: Partial<ToolOptions> = {}) {
  const client = home.client();
  const tools = createTools({ client }, { session: 'test:1', workdir: '/tmp', ...options });
  const byName = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
  const call = (name: string, given: unknown, signal?: AbortSignal) => {
    const tool = byName[name] ?? assert.fail(`no tool ${name}`);
    return tool.execute(given, signal && { signal });
  };
  return { client, call };
}

test('a signal that falls kills a command in the foreground', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  const stop = new AbortController();
  const running = call('terminal', { command: 'echo up; sleep 60' }, stop.signal);
  await until(
    async () => (await client.list()).processes[0]?.output_preview === 'up\n',
    'the command to run',
  );
  stop.abort();
  await assert.rejects(running);
  await until(
    async () => (await client.list({ ended: true })).processes.every(({ status }) => status === 'exited'),
    'it to be killed',
  );
});

test('a signal that falls while the command is being started kills it too', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  // The daemon is there, and has yet to ask the login shell: that takes a while.
  await client.list();
  const stops = [10, 20, 50].map(async (milliseconds) => {
    const signal = AbortSignal.timeout(milliseconds);
    await assert.rejects(call('terminal', { command: 'sleep 60' }, signal), { name: 'TimeoutError' });
  });
  await Promise.all(stops);
  // Asked behind the others: what was to start has started.
  await call('terminal', { command: 'true' });
  const { processes } = await client.list({ ended: true });
  assert.deepEqual(
    processes.filter(({ status }) => status !== 'exited'),
    [],
  );
});

test('a signal that falls: the call is over when everything that the command started is', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  const stop = new AbortController();
  // The command dies of SIGTERM at once; what it started has to be killed after the grace.
  const command = "(trap '' TERM; echo up; sleep 60; echo in vain) & wait";
  const running = call('terminal', { command }, stop.signal);
  const listed = async () => (await client.list()).processes[0];
  await until(async () => (await listed())?.output_preview === 'up\n', 'the command to run');
  const { session_id: id } = (await listed()) ?? assert.fail();
  stop.abort();
  await assert.rejects(running);
  assert.deepEqual(await client.kill(id).then(({ status, survivors }) => ({ status, survivors })), {
    status: 'already_exited',
    survivors: [],
  });
});

test('issue 11.2: a call that is made again under its id starts nothing, and gets the same result', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const call = async (callId: string, given: object, session = 'test:1') => {
    const [terminal] = createTools({ client: home.client() }, { session, workdir: home.folder });
    return terminal?.execute(given, { callId });
  };
  const foreground = { command: 'echo ran | tee -a ran' };
  for (let again = 0; again < 3; again += 1)
    assert.equal((await call('call_1', foreground))?.output, 'ran\n');
  assert.equal(readFileSync(join(home.folder, 'ran'), 'utf8'), 'ran\n');
  assert.match(
    String((await call('call_1', { command: 'echo other' }))?.error),
    /was used for another command/,
  );
  const background = { command: 'sleep 60', background: true };
  const ids = [await call('call_2', background), await call('call_2', background)].map(
    (one) => one?.session_id,
  );
  assert.equal(ids[0], ids[1]);
  // Another conversation's model may use the same words.
  const other = await call('call_2', background, 'test:2');
  assert.notEqual(other?.session_id, ids[0]);
});

test('a model that gives no arguments at all is told so', async (t) => {
  const { call } = toolsOf(new CliHome((clean) => t.after(clean)));
  assert.match(String((await call('terminal', undefined)).error), /"command" is missing/);
});

test('who wakes its sessions itself is told so, and nothing rides', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)), { wakes: true });
  const started = await call('terminal', {
    command: 'echo done',
    background: true,
    notify_on_complete: true,
  });
  assert.equal(started.delivery, 'wake');
  for await (const turn of client.notifications.subscribe('test:1')) {
    assert.match(turn.text, /\| done/);
    await turn.acknowledge();
    break;
  }
  assert.equal('notifications' in (await call('process', { action: 'list' })), false);
});

test('without that it rides on the next result, once', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  const started = await call('terminal', {
    command: 'echo done',
    background: true,
    notify_on_complete: true,
  });
  assert.equal(started.delivery, 'next_call');
  await until(async () => (await client.notifications.history()).length === 1, 'the completion');
  const { notifications } = await call('process', { action: 'list' });
  assert.match(String(notifications), /\| done/);
  assert.equal('notifications' in (await call('process', { action: 'list' })), false);
  const [one] = await client.notifications.history();
  assert.equal(one?.state, 'delivered');
});

test('a new message from the user ends a wait, not the command', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  const { session_id: id } = await call('terminal', { command: 'sleep 60', background: true });
  const waiting = call('process', { action: 'wait', session_id: id });
  let isOver = false;
  void waiting.then(() => (isOver = true));
  await until(async () => {
    await client.session.interrupt('test:1');
    return isOver;
  }, 'the wait to be interrupted');
  const { status, process_running, note } = await waiting;
  assert.deepEqual({ status, process_running }, { status: 'interrupted', process_running: true });
  assert.match(String(note), /new message/);
});

test('issue 11.13: a new message from the user lets a foreground command go on in the background', async (t) => {
  const { client, call } = toolsOf(new CliHome((clean) => t.after(clean)));
  const running = call('terminal', { command: 'echo so far; exec sleep 60' });
  let isOver = false;
  void running.then(() => (isOver = true));
  await until(async () => {
    await client.session.interrupt('test:1');
    return isOver;
  }, 'the call to return');
  const result = await running;
  assert.match(String(result.output), /^STILL RUNNING .*new message from the user/s);
  assert.deepEqual([result.interrupted, result.timed_out, result.error], [true, undefined, null]);
  assert.equal(result.notify_on_complete, true);
  const id = String(result.session_id);
  assert.equal((await client.get(id)).status, 'running');
  // Its end is told.
  await client.kill(id);
  assert.equal((await client.notifications.drain('test:1'))?.notifications[0]?.session_id, id);
});

test('issue 11.11: a result that nobody has stored is kept for the repetition of its call', async (t) => {
  const config = { retentionMs: 0, endedProtectionMs: 0, leaseMs: 600_000 };
  const home = new CliHome((clean) => t.after(clean), config);
  const client = home.client();
  const tools = createTools(
    { client },
    { session: 'test:1', workdir: home.folder, wakes: true, acknowledges: true },
  );
  const [terminal] = tools;
  const call = (callId: string) => terminal?.execute({ command: 'echo ran | tee -a ran' }, { callId });
  assert.equal((await call('one'))?.output, 'ran\n');
  const [completion] = await client.notifications.history({ session_key: 'test:1' });
  assert.equal(completion?.state, 'sent');
  // Another one goes at once: this is when the first would.
  const other = await client.start({ command: 'true', workdir: '/', env: {} });
  await until(
    async () => (await client.list()).processes.every((one) => one.session_id !== other.session_id),
    'it to go',
  );
  assert.equal((await call('one'))?.output, 'ran\n', 'the caller died before it had stored it');
  await terminal?.acknowledge();
  assert.equal((await client.notifications.history({ session_key: 'test:1' }))[0]?.state, 'delivered');
  await until(async () => {
    const { error } = (await call('one')) ?? {};
    return /already ran/.test(String(error));
  }, 'it to be pruned');
  assert.equal(readFileSync(join(home.folder, 'ran'), 'utf8'), 'ran\n');
});

test('issue 11.11: a result that nobody has acknowledged is told after all', async (t) => {
  const home = new CliHome((clean) => t.after(clean), { leaseMs: 100 });
  const client = home.client();
  const [terminal] = createTools({ client }, { session: 'test:1', wakes: true, acknowledges: true });
  await terminal?.execute({ command: 'echo unheard' });
  const turns = client.notifications.subscribe('test:1', { delivery: 'inline' });
  assert.match((await turns.next()).value?.text ?? '', /\| unheard/);
  await turns.return();
});

test('issue 11.11: a script runs once, however often its call is made', async (t) => {
  const home = new CliHome((clean) => t.after(clean), { retentionMs: 2_000, endedProtectionMs: 2_000 });
  const tools = createTools({ client: home.client() }, { session: 'test:1', workdir: home.folder });
  const tool = tools.find(({ name }) => name === 'execute_code');
  const given = { language: 'python', code: "open('ran', 'a').write('ran')" };
  const first = await tool?.execute(given, { callId: 'script' });
  assert.equal(first?.error ?? null, null);
  const again = async () => String((await tool?.execute(given, { callId: 'script' }))?.error);
  await until(async () => /already ran/.test(await again()), 'its process to be forgotten');
  assert.equal(readFileSync(join(home.folder, 'ran'), 'utf8'), 'ran');
});

test('the AI SDK runs them', async (t) => {
  const { client } = toolsOf(new CliHome((clean) => t.after(clean)));
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const turns = [
    {
      type: 'tool-call' as const,
      toolCallId: '1',
      toolName: 'terminal',
      input: '{"command":"echo $((6*7))"}',
    },
    { type: 'text' as const, text: 'forty-two' },
  ];
  const seen: string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      seen.push(JSON.stringify(prompt));
      const content = turns.shift() ?? assert.fail('no turn is left');
      const unified = content.type === 'text' ? ('stop' as const) : ('tool-calls' as const);
      return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const { text } = await generateText({
    model,
    tools: createAiTools({ client }, { session: 'test:1', workdir: '/tmp' }),
    prompt: 'What is six times seven?',
    stopWhen: stepCountIs(5),
  });
  assert.equal(text, 'forty-two');
  assert.match(seen[1] ?? '', /42\\n/);
});
