import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAlive } from '../engine/test-home.ts';
import { FaultHome } from '../faults/support/home.ts';
import { daemonsIn, endIfThere, programsGiven } from '../faults/support/proc.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { until } from '../until.ts';

test('promise 21: a conversation sleeps, all of ours is killed, nobody looks: its ring is one turn of the real agent', async (t) => {
  const home = new FaultHome(t);
  const standIn = await StandIn.start();
  t.after(() => standIn.stop());
  standIn.models.push('tiny');
  const config = { agentModel: 'mine', agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } } };
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify(config));
  const go = join(home.folder, 'go');
  const command = `while [ ! -e ${go} ]; do sleep 0.02; done; echo built`;
  standIn.script('build', [
    [{ tool: 'terminal', input: { command, background: true, notify_on_complete: true } }],
    'Started.',
    ({ said }) => (said.at(-1)?.text.includes('| built') ? 'It is built.' : 'That was no ring.'),
  ]);

  const { conversations } = home.client();
  const variables = { PATH: process.env.PATH ?? '' };
  const { conversation_id: id } = await conversations.create({ cwd: '/tmp', variables });
  await conversations.send(id, 'build it');
  const sequence = async () => (await conversations.get(id)).sequence;
  await until(
    async () => (await conversations.get(id)).state === 'idle' && (await sequence()) > 3,
    'its turn',
  );
  assert.equal(standIn.turnsOf('build').length, 2);

  const ours = () => [...daemonsIn(home.folder), ...programsGiven(home.folder, /agent(\/main\.ts|\.js)$/)];
  const killed = ours();
  assert.equal(killed.length, 2, 'a daemon and an agent');
  for (const pid of killed) endIfThere(pid);
  await until(() => !killed.some(isAlive), 'the end of both');
  writeFileSync(go, '');
  await until(() => standIn.turnsOf('build').length === 3, 'the turn that rang');
  await until(async () => (await conversations.get(id).catch(() => undefined))?.state === 'idle', 'its end');
  const { items } = await conversations.items(id);
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['person', 'step', 'step', 'ring', 'step'],
  );
  assert.match(JSON.stringify(items.at(-1)), /It is built\./);
  assert.equal(ours().length, 2, 'one of each');
  const told = await home.client().notifications.history({ session_key: id });
  assert.deepEqual(
    told.map(({ state }) => state),
    ['delivered'],
  );
});
