import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ModelError } from '../../src/agent/model.ts';
import type { Rings } from '../../src/agent/rings.ts';
import type { ConversationOptions } from '../../src/agent/run-conversation.ts';
import { databasePath } from '../../src/agent/store/database.ts';
import type { Tool } from '../../src/agent/tool.ts';
import { RingbackError } from '../../src/base/errors.ts';
import { NoDaemonError } from '../../src/client/link.ts';
import { until } from '../until.ts';
import { openAlone, silent, tool } from './support/alone.ts';
import { lastOf, scriptedModel, textOf } from './support/scripted-model.ts';

const model = scriptedModel((request) => (lastOf(request)?.role === 'tool' ? 'done' : [['tool', {}]]));
const open = (t: TestContext, change: Partial<ConversationOptions>) => openAlone(t, { model, ...change });

test('promise 23: a call whose daemon is gone is made again under its id, not answered with that', async (t) => {
  const ids: string[] = [];
  const execute: Tool['execute'] = async (_, { id }) => {
    if (ids.push(id) === 1) throw new NoDaemonError('no_daemon', 'No daemon.', 'Wait.');
    return { output: 'fine', isError: false };
  };
  const scene = open(t, { tools: async () => [tool({ execute })] });
  await scene.running.send('1', 'go');
  scene.run();
  await until(() => textOf(scene.store.history(scene.id).at(-1)) === 'done', 'it goes on');
  assert.equal(scene.answer(), 'fine');
  assert.deepEqual([ids.length, new Set(ids).size, scene.told], [2, 1, ['No daemon. Wait.']]);
});

test('promise 23: what nobody has foreseen is reported, and the conversation goes on', async (t) => {
  const reported: string[] = [];
  const acknowledged: (readonly string[])[] = [];
  const rings: Rings = {
    ...silent,
    async acknowledge(ids) {
      if (acknowledged.push(ids) === 1) throw new RingbackError('failed', 'The disk is full.', 'Make room.');
    },
  };
  const told = async () => ({ output: 'fine', isError: false, told: ['n1'] });
  const report = (error: unknown) => reported.push((error as Error).message);
  const scene = open(t, { rings, report, tools: async () => [tool({ execute: told })] });
  await scene.running.send('1', 'go');
  scene.run();
  await until(() => textOf(scene.store.history(scene.id).at(-1)) === 'done', 'it goes on');
  assert.deepEqual(acknowledged, [['n1'], ['n1']]);
  assert.deepEqual([reported, scene.told], [['The disk is full.'], ['The disk is full. Make room.']]);
});

const forgotten: readonly (readonly [why: string, change: Partial<Tool>, begunAt: number])[] = [
  ['its tool has forgotten', { knownForMs: 1000 }, Date.now() - 2000],
  ['was under way before the machine started', {}, 1000],
];

for (const [why, change, begunAt] of forgotten)
  test(`promise 23: a call that ${why} is not made again`, async (t) => {
    let calls = 0;
    const execute: Tool['execute'] = async () => {
      calls += 1;
      return { output: 'fine', isError: false };
    };
    const scene = open(t, { tools: async () => [tool({ execute, ...change })] });
    const { store, id } = scene;
    await scene.running.send('1', 'go');
    store.begin(id, 'person');
    const position = store.ask(id, store.view(id).turn ?? 0, model.name);
    const call = { type: 'call' as const, id: 'proc_000000000001', tool: 'tool', input: {} };
    const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1 };
    store.said(id, position, { content: [call], finish: 'calls', usage }, undefined);
    store.beginCall(call.id);
    const database = new DatabaseSync(databasePath(scene.home));
    database.prepare('UPDATE calls SET begun_at = ?').run(begunAt);
    database.close();
    scene.run();
    await until(() => textOf(store.history(id).at(-1)) === 'done', 'it goes on');
    assert.match(scene.answer() ?? '', /^OUTCOME UNKNOWN/);
    assert.equal(calls, 0);
  });

test('a tool that breaks ends the turn, visibly, and not the conversation', async (t) => {
  const execute: Tool['execute'] = async () => {
    throw new TypeError('It broke.');
  };
  const scene = open(t, { tools: async () => [tool({ execute })] });
  await scene.running.send('1', 'go');
  scene.run();
  await until(() => scene.store.lastFailure(scene.id) !== undefined, 'it fails');
  assert.equal(scene.store.lastFailure(scene.id), 'It broke.');
  assert.match(scene.answer() ?? '', /^The turn failed: It broke\./);
});

test('what was said in part costs, whether it broke off or was stopped', async (t) => {
  let asked = 0;
  const broken: typeof model = {
    ...model,
    costOf: ({ outputTokens }) => outputTokens,
    async step(_, { signal, onText }) {
      onText('x'.repeat(400));
      if (++asked === 1) throw new ModelError('again', 'It broke off.');
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
  const scene = open(t, { model: broken, retryAt: () => 0 });
  await scene.running.send('1', 'go');
  scene.run();
  await until(() => asked === 2, 'it is asked again');
  scene.running.stop();
  await until(() => scene.store.summary(scene.id)?.cost === 200, 'both are counted');
  assert.equal(scene.store.spentSince(0), 200);
});
