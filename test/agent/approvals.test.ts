import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { approvalOf } from '../../src/agent/approval/approval.ts';
import { Servers } from '../../src/agent/mcp/servers.ts';
import { LiveConversation } from '../../src/agent/program/live-conversation.ts';
import { RunningConversation } from '../../src/agent/run-conversation.ts';
import { defaultConfig } from '../../src/base/config.ts';
import { Client } from '../../src/client/client.ts';
import { until } from '../until.ts';
import { openAlone, silent, tool } from './support/alone.ts';
import { lastOf, scriptedModel, textOf } from './support/scripted-model.ts';

/** `run A B`: calls `terminal` with each; then says what it was last told by a person. */
const model = scriptedModel((request) => {
  const words = request.messages.filter(({ role }) => role === 'user').map(textOf);
  if (lastOf(request)?.role === 'tool') return 'done';
  const [verb, ...commands] = words.at(-1)?.split(' ') ?? [];
  if (verb !== 'run') return `heard ${words.at(-1)}`;
  return commands.map((command) => ['terminal', { command }] as const);
});

/** Runs nothing, and says what it would have run. */
function pretended() {
  const ran: string[] = [];
  const terminal = tool({
    name: 'terminal',
    async execute(input) {
      ran.push((input as { command: string }).command);
      return { output: 'fine', isError: false };
    },
  });
  return { ran, tools: async () => [terminal] };
}

function open(t: TestContext, settings: Partial<typeof defaultConfig> = {}) {
  const { ran, tools } = pretended();
  const config = { ...defaultConfig, agentApproval: 'ask' as const, ...settings };
  const approval = approvalOf(config, '/tmp', true);
  const scene = openAlone(t, { model, tools, approval });
  const { store, id, running } = scene;
  const answers = () =>
    store.history(id).flatMap((message) => (message.role === 'tool' ? message.content : []));
  return {
    ...scene,
    ran,
    outputs: () => answers().map(({ output }) => output),
    async say(text: string) {
      await running.send(text, text);
    },
    waits: (count: number) => until(() => store.approvals(id).length === count, `${count} questions`),
    isOver: () =>
      until(() => store.view(id).turn === undefined && store.view(id).queued.person === 0, 'the end'),
  };
}

test('a call that waits runs once when somebody allows it; who comes later is told by whom', async (t) => {
  const scene = open(t);
  const { store, id, running } = scene;
  await scene.say('run a b');
  scene.run();
  await scene.waits(2);
  const [first, second] = store.approvals(id);
  assert.deepEqual(
    [first?.tool, first?.input, store.summary(id)?.pendingApprovals],
    ['terminal', { command: 'a' }, 2],
  );
  assert.deepEqual(scene.ran, []);
  const allowed = running.answer(first?.id ?? '', { answer: 'allow', by: 'ann' });
  const late = running.answer(first?.id ?? '', { answer: 'deny', by: 'bob' });
  assert.deepEqual([allowed.isFirst, late.isFirst, late.answer, late.by], [true, false, 'allow', 'ann']);
  running.answer(second?.id ?? '', { answer: 'deny', by: 'bob', reason: 'too late' });
  await scene.isOver();
  assert.deepEqual(scene.ran, ['a']);
  assert.deepEqual(scene.outputs(), ['fine', 'NOT CARRIED OUT. bob said no: too late']);
  const [item] = store.items(id, 0, 10).filter((one) => one.kind === 'step');
  assert.deepEqual(
    item?.kind === 'step' && item.calls.map(({ state, approval }) => [state, approval?.answer, approval?.by]),
    [
      ['answered', 'allow', 'ann'],
      ['denied', 'deny', 'bob'],
    ],
  );
  assert.throws(() => running.answer('proc_x', { answer: 'allow', by: 'ann' }), /waits for an answer/);
});

test('`always` holds for the same command in this conversation, also in the next program', async (t) => {
  const scene = open(t);
  const { store, id, running } = scene;
  await scene.say('run a');
  scene.run();
  await scene.waits(1);
  running.answer(store.approvals(id)[0]?.id ?? '', { answer: 'always', by: 'ann' });
  await scene.isOver();
  await running.send('2', 'run a');
  await until(() => scene.ran.length === 2, 'it runs without a question');
  await scene.isOver();
  assert.deepEqual(store.allowed(id), ['terminal(a)']);
  const other = store.create({ cwd: '/tmp', model: model.name });
  assert.deepEqual(store.allowed(other.id), []);
});

test('`always` also holds when it is given while nothing takes turns', async (t) => {
  const scene = open(t);
  const { home, store, id, running } = scene;
  await scene.say('run a');
  scene.run();
  await scene.waits(1);
  running.close();
  const live = new LiveConversation(id, {
    ...{ home, store, client: new Client({ home }), servers: new Servers(), variables: {} },
    config: async () => defaultConfig,
    report() {},
  });
  live.answer(store.approvals(id)[0]?.id ?? '', { answer: 'always', by: 'ann' });
  assert.deepEqual(store.allowed(id), ['terminal(a)']);
});

test('what nobody answers in time is denied, and says so', async (t) => {
  const scene = open(t, { agentApprovalSeconds: 0.05 });
  await scene.say('run a');
  scene.run();
  await until(() => scene.outputs().length === 1, 'it expires');
  await scene.isOver();
  assert.match(scene.outputs()[0] ?? '', /^NOT CARRIED OUT. Nobody has answered in time/);
  assert.deepEqual(scene.ran, []);
});

test('who writes instead of an answer has denied it, and is heard in the same turn', async (t) => {
  const scene = open(t);
  const { store, id } = scene;
  await scene.say('run a b');
  scene.run();
  await scene.waits(2);
  await scene.say('rather not');
  await scene.isOver();
  assert.deepEqual(scene.ran, []);
  assert.match(scene.outputs()[1] ?? '', /wrote what follows instead/);
  assert.equal(textOf(store.history(id).at(-1)), 'heard rather not');
});

test('a turn that waits for an answer can be stopped, and nothing of it runs later', async (t) => {
  const scene = open(t);
  const { store, id, running } = scene;
  await scene.say('run a');
  scene.run();
  await scene.waits(1);
  const call = store.approvals(id)[0]?.id ?? '';
  running.stop();
  await scene.isOver();
  assert.equal(running.answer(call, { answer: 'allow', by: 'ann' }).isFirst, false);
  assert.deepEqual(scene.outputs(), ['Stopped by the user. It was not carried out.']);
  await running.send('2', 'hello');
  await until(() => textOf(store.history(id).at(-1)) === 'heard hello', 'it goes on');
  assert.deepEqual(scene.ran, []);
});

test('what the rules forbid is not carried out, however freely commands run, and not once it was allowed', async (t) => {
  const settings = { agentApproval: 'free' as const, agentDeny: ['terminal(b*)'] };
  const scene = open(t, settings);
  await scene.say('run a b c');
  scene.run();
  await scene.isOver();
  assert.deepEqual(scene.ran, ['a', 'c']);
  assert.match(
    scene.outputs()[1] ?? '',
    /^NOT CARRIED OUT. The person's rules forbid this \(terminal\(b\*\)\)/,
  );
});

test('promise 23: an answer that was given before a crash counts, unless the rules forbid it by now', async (t) => {
  const before = open(t);
  const { store, id, running } = before;
  await before.say('run a b');
  before.run();
  await before.waits(2);
  running.close();
  for (const { id: call } of store.approvals(id))
    store.answerApproval(id, call, { answer: 'allow', by: 'ann' });
  const { ran, tools } = pretended();
  const approval = approvalOf({ ...defaultConfig, agentDeny: ['terminal(a)'] }, '/tmp', true);
  const after = new RunningConversation(id, {
    ...{ store, model, approval, tools, rings: silent },
    ...{ instructions: () => '', retryAt: () => undefined },
  });
  const over = after.run();
  await before.isOver();
  after.close();
  await over;
  assert.deepEqual([before.ran, ran], [[], ['b']]);
});

test('nobody is asked about a command before it is known where it runs', async (t) => {
  const scene = open(t, { agentApproval: 'rules', agentAllow: ['terminal(cd)'] });
  const { store, id } = scene;
  let early = 0;
  store.onChange(() => {
    if (scene.ran.length === 0) early += store.approvals(id).length;
  });
  await scene.say('run cd a b');
  scene.run();
  await scene.waits(2);
  assert.deepEqual([scene.ran, early], [['cd'], 0], 'then about all of them together');
});
