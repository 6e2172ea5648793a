import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Model, ModelError } from '../../src/agent/model.ts';
import { until } from '../engine/test-home.ts';
import { Scene } from './support/scene.ts';
import { lastOf, scriptedModel, textOf } from './support/scripted-model.ts';

/** Does what it is told: `terminal {…}` or `process {…}`; says `done` to results and `rung` to rings. */
const obedient = scriptedModel((request) => {
  const last = lastOf(request);
  if (last?.role === 'tool') return 'done';
  const text = textOf(last);
  if (text.startsWith('[IMPORTANT')) return 'rung';
  const [, tool = '', input = ''] = /^(\w+) (\{.*\})$/.exec(text) ?? [];
  return tool ? [[tool, JSON.parse(input)]] : 'done';
});

test('a message while a tool waits ends the wait as interrupted, and is heard in the same turn', async (t) => {
  const scene = new Scene(t, obedient);
  const command = { command: 'sleep 300', background: true };
  await scene.running.send('1', `terminal ${JSON.stringify(command)}`);
  await scene.said('done');
  const { session_id } = JSON.parse(scene.answers[0] ?? '');
  await scene.running.send('2', `process ${JSON.stringify({ action: 'wait', session_id, timeout: 200 })}`);
  await until(() => scene.store.view(scene.id).calls[0]?.state === 'begun', 'it waits');
  await scene.running.send('3', 'never mind');
  await until(() => scene.answers.length === 2, 'the wait is over');
  assert.match(scene.answers[1] ?? '', /interrupted/);
  await until(() => textOf(scene.history.at(-1)) === 'done', 'it answers');
  assert.deepEqual(
    scene.history.slice(4).map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user', 'assistant'],
  );
  assert.equal((await scene.client.get(session_id)).status, 'running');
});

test('a message that comes while the model is asked ends the wait that it asks for then', async (t) => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const model: Model = {
    ...obedient,
    async step(request, options) {
      if (textOf(lastOf(request)).startsWith('process')) {
        asked.resolve();
        await gate.promise;
      }
      return obedient.step(request, options);
    },
  };
  const scene = new Scene(t, model);
  await scene.running.send('1', `terminal ${JSON.stringify({ command: 'sleep 300', background: true })}`);
  await scene.said('done');
  const { session_id } = JSON.parse(scene.answers[0] ?? '');
  await scene.running.send('2', `process ${JSON.stringify({ action: 'wait', session_id, timeout: 200 })}`);
  await asked.promise;
  await scene.running.send('3', 'hurry');
  gate.resolve();
  await until(() => scene.answers.length === 2, 'the wait is over');
  assert.match(scene.answers[1] ?? '', /interrupted/);
  await until(() => textOf(scene.history.at(-1)) === 'done', 'it is heard');
});

test('a stopped turn leaves its command running, and the conversation goes on', async (t) => {
  const scene = new Scene(t, obedient);
  await scene.running.send('1', `terminal ${JSON.stringify({ command: 'sleep 300' })}`);
  const status = async () => (await scene.client.list({})).processes[0]?.status;
  await until(async () => (await status()) === 'running', 'it runs');
  scene.running.stop();
  assert.match(scene.answers[0] ?? '', /^Stopped by the user/);
  await scene.running.send('2', 'hello');
  await scene.said('done');
  assert.equal(await status(), 'running');
});

test('an end that the agent waited for is not told again; one that it did not is', async (t) => {
  const scene = new Scene(t, obedient);
  const command = { command: 'sleep 0.2', background: true, notify_on_complete: true };
  await scene.running.send('1', `terminal ${JSON.stringify(command)}`);
  await scene.said('rung');
  const { session_id: first } = JSON.parse(scene.answers[0] ?? '');
  const slow = { ...command, command: 'sleep 1' };
  await scene.running.send('2', `terminal ${JSON.stringify(slow)}`);
  await until(() => scene.answers.length === 2, 'the second runs');
  const { session_id } = JSON.parse(scene.answers[1] ?? '');
  await scene.running.send('3', `process ${JSON.stringify({ action: 'wait', session_id })}`);
  await until(() => scene.answers.length === 3, 'the wait is over');
  assert.equal(JSON.parse(scene.answers[2] ?? '').status, 'exited');
  const told = async () => scene.client.notifications.history({});
  await until(
    async () => (await told()).every(({ state }) => state === 'delivered' || state === 'consumed'),
    'all is told',
  );
  const rings = scene.history.filter((message) => textOf(message).startsWith('[IMPORTANT'));
  assert.equal(rings.length, 1);
  assert.match(textOf(rings[0]), new RegExp(first));
});

test('a message that is sent twice is one', async (t) => {
  const scene = new Scene(t, obedient);
  assert.equal(await scene.running.send('1', 'hello'), true);
  assert.equal(await scene.running.send('1', 'hello'), false);
  await scene.said('done');
  assert.equal(scene.history.length, 2);
});

test('a model that cannot answer now is asked again; what nobody can mend fails the turn, and the next goes on', async (t) => {
  const troubles = [
    new ModelError('again', 'Too many requests.'),
    new ModelError('again', 'Too many requests.'),
    undefined,
    new ModelError('never', 'The key is wrong.'),
  ];
  const model: Model = {
    ...obedient,
    async step(request, options) {
      const trouble = troubles.shift();
      if (trouble) throw trouble;
      return obedient.step(request, options);
    },
  };
  const scene = new Scene(t, model);
  await scene.running.send('1', 'hello');
  await scene.said('done');
  await scene.running.send('2', 'hello');
  await until(() => scene.store.lastFailure(scene.id) !== undefined, 'it fails');
  assert.equal(scene.store.lastFailure(scene.id), 'The key is wrong.');
  await scene.running.send('3', 'hello');
  await until(() => scene.history.length === 5, 'it goes on');
  assert.deepEqual(
    scene.history.map(({ role }) => role),
    ['user', 'assistant', 'user', 'user', 'assistant'],
  );
});
