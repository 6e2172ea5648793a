import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { Scene } from './support/scene.ts';
import { lastOf, scriptedModel, textOf } from './support/scripted-model.ts';

/** `start COMMAND` starts it in the background; says `rung` to rings. */
const model = scriptedModel((request) => {
  const last = lastOf(request);
  if (last?.role === 'tool') return 'started';
  const text = textOf(last);
  if (text.startsWith('[IMPORTANT')) return 'rung';
  const command = text.replace(/^start /, '');
  return command === text ? 'hello' : [['terminal', { command, background: true, notify_on_complete: true }]];
});

test('what rings a conversation that was left is stored in it, unheard, and makes a turn when somebody comes back', async (t) => {
  const scene = new Scene(t, model);
  const { store, id, running, client } = scene;
  await running.send('1', 'start sleep 0.3');
  await scene.said('started');
  running.leave();
  await until(() => store.view(id).queued.ring === 1, 'it rings');
  await until(
    async () => (await client.notifications.history({})).every((one) => one.state === 'delivered'),
    'told',
  );
  assert.equal(store.summary(id)?.state, 'closed');
  assert.equal(store.view(id).turn, undefined);
  assert.deepEqual(store.unfinished(), []);
  assert.deepEqual(
    store.itemsBefore(id, undefined, 1).map(({ kind, position }) => [kind, position]),
    [
      ['step', 3],
      ['ring', undefined],
    ],
  );
  store.reopen(id);
  assert.deepEqual(store.unfinished(), [id]);
  running.look();
  await scene.said('rung');
  assert.equal(store.summary(id)?.state, 'open');
});

test('what rings a conversation of one answer is stored in it, and makes a turn when somebody comes who hears', async (t) => {
  const scene = new Scene(t, model);
  const { store, id, running } = scene;
  await running.send('1', 'start sleep 0.3');
  await scene.said('started');
  store.setHears(id, false);
  await until(() => store.view(id).queued.ring === 1, 'it rings');
  await until(() => store.view(id).unacknowledged.length === 0, 'told');
  assert.equal(store.view(id).turn, undefined);
  assert.deepEqual([store.unfinished(), store.summary(id)?.isWorking], [[], false]);
  store.setHears(id, true);
  running.look();
  await scene.said('rung');
});

test('who leaves in the middle of a turn ends it; who speaks to it later has come back', async (t) => {
  const scene = new Scene(t, model);
  const { store, id, running } = scene;
  const asked = store.create({ cwd: '/tmp', model: model.name });
  store.send(asked.id, { clientId: '1', content: [{ type: 'text', text: 'x' }] });
  store.begin(asked.id, 'person');
  store.ask(asked.id, store.view(asked.id).turn ?? 0, model.name);
  store.leave(asked.id);
  store.leave(asked.id);
  assert.deepEqual(
    store.itemsBefore(asked.id, undefined, 9).map((item) => (item.kind === 'end' ? item.how : item.kind)),
    ['person', 'stopped'],
  );
  running.leave();
  await running.send('1', 'hi');
  await scene.said('hello');
  assert.equal(store.summary(id)?.state, 'open');
});
