/** Promise 20, at random: wake-ups and barriers while daemon and alarm are killed in turns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { env, until } from '../engine/test-home.ts';
import { amount } from './support/amount.ts';
import { FaultHome } from './support/home.ts';
import { Patient } from './support/patient.ts';
import { alarmsIn, daemonsIn, endIfThere } from './support/proc.ts';
import { seededRandom } from './support/random.ts';

const SESSION = 'agent:campaign';
const KILLS = amount(6, 30);
const WAKE_UPS = 40;
const BARRIERS = 10;

test('promise 20: every wake-up and barrier rings once, whoever is killed meanwhile', async (t) => {
  const home = new FaultHome(t);
  const random = seededRandom(t);
  const client = home.client();
  const wakeUp = { session_key: SESSION, note: '' };
  const spreadMs = KILLS * 2_500;
  const ids: string[] = [];
  const remember = async (setting: Promise<{ wake_id: string }>) => ids.push((await setting).wake_id);
  // One far away: as long as it is pending, daemon and alarm are there.
  const { wake_id: last } = await client.wakeUps.set({ ...wakeUp, after: '1h' });
  for (let index = 0; index < WAKE_UPS; index += 1)
    await remember(client.wakeUps.set({ ...wakeUp, after: String(1 + random.below(spreadMs) / 1000) }));
  for (let index = 0; index < BARRIERS; index += 1) {
    const seconds = String(1 + random.below(spreadMs) / 1000);
    const { session_id } = await client.start({
      command: `sleep ${seconds}`,
      workdir: '/tmp',
      env,
      session_key: SESSION,
    });
    home.note(session_id);
    await remember(client.wakeUps.set({ ...wakeUp, all: [session_id, ids[random.below(WAKE_UPS)] ?? ''] }));
  }
  const patient = new Patient(home, SESSION);
  const both = () => daemonsIn(home.folder).length === 1 && alarmsIn(home.folder).length === 1;
  const killed = { daemon: 0, alarm: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await until(both, 'daemon and alarm');
    await sleep(random.below(2_000));
    // The alarm is killed after the daemon was: both at once is another promise.
    const who = kill % 2 === 0 ? 'daemon' : 'alarm';
    await until(both, 'daemon and alarm');
    for (const pid of who === 'daemon' ? daemonsIn(home.folder) : alarmsIn(home.folder)) endIfThere(pid);
    killed[who] += 1;
  }
  await until(() => new Set(patient.heard).size >= ids.length, 'all of them');
  await patient.leave();
  t.diagnostic(`killed: ${JSON.stringify(killed)}`);
  const rung = patient.events.map((event) => ('wake_id' in event ? event.wake_id : '')).sort();
  assert.deepEqual(new Set(rung), new Set(ids));
  const history = await client.notifications.history({ session_key: SESSION, limit: 1_000 });
  assert.equal(history.length, ids.length, 'none is written twice');
  const pending = (await client.wakeUps.list()).map(({ wake_id }) => wake_id);
  assert.deepEqual(pending, [last]);
});
