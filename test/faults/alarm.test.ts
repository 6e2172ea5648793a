/** Promise 20: the daemon is killed, the alarm is killed, both are; the daemon leaves because it has nothing to do. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wakeCommand } from '../../src/base/programs.ts';
import type { WakeUpEvent } from '../../src/wire/events.ts';
import { until } from '../engine/test-home.ts';
import { builtKeeper } from '../native/build.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { latestWakeMs } from './support/latest-wake.ts';
import { Patient } from './support/patient.ts';
import { alarmsIn, daemonsIn, endIfThere } from './support/proc.ts';

const SESSION = 'agent:idle';

function openHome(t: TestContext, config: object = {}): FaultHome {
  const home = new FaultHome(t);
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify(config));
  return home;
}

const set = (home: FaultHome, after: string) =>
  home.client().wakeUps.set({ session_key: SESSION, note: 'now', after });

/** What is there of a home: `daemon`, `alarm`, both or nothing. */
const present = ({ folder }: FaultHome) =>
  [daemonsIn(folder).length > 0 ? 'daemon' : '', alarmsIn(folder).length > 0 ? 'alarm' : '']
    .filter(Boolean)
    .join(' ');

async function kill(pids: number[]): Promise<void> {
  assert(pids.length > 0, 'there is somebody to kill');
  for (const pid of pids) endIfThere(pid);
}

async function rung(patient: Patient): Promise<WakeUpEvent> {
  await until(() => patient.events.length > 0, 'the ring');
  await patient.leave();
  assert.equal(patient.events.length, 1);
  return patient.events[0] as WakeUpEvent;
}

test('promise 20: a daemon with nothing to do leaves; the alarm starts it in time, and goes when nothing is due', async (t) => {
  const home = openHome(t, { idleExitSeconds: 1 });
  const { due_at } = await set(home, '10');
  assert.equal(present(home), 'daemon alarm');
  await until(() => present(home) === 'alarm', 'the daemon to leave');
  assert(Date.now() < Date.parse(due_at ?? ''), 'it leaves before the time');
  const event = await rung(new Patient(home, SESSION));
  t.diagnostic(`${event.at - event.due_at} ms late`);
  assert(event.at - event.due_at < latestWakeMs() - 3_000, `${event.at - event.due_at} ms`);
  await until(() => present(home) === '', 'daemon and alarm to leave');
});

test('promise 20: a daemon that is killed is brought back, and rings in time', async (t) => {
  const home = openHome(t);
  await set(home, '8');
  await kill(daemonsIn(home.folder));
  await until(() => daemonsIn(home.folder).length === 1, 'the daemon to come back');
  const { at, due_at, late_ms } = await rung(new Patient(home, SESSION));
  assert.equal(late_ms, undefined, `${at - due_at} ms`);
});

test('promise 20: an alarm that is killed is replaced, and keeps the time when the daemon leaves', async (t) => {
  const home = openHome(t);
  await set(home, '12');
  const first = alarmsIn(home.folder);
  await kill(first);
  await until(() => alarmsIn(home.folder).some((pid) => !first.includes(pid)), 'another alarm');
  await until(() => existsSync(join(home.folder, 'alarm.sock')), 'it to be there');
  for (const pid of daemonsIn(home.folder)) endIfThere(pid, 'SIGTERM');
  await until(() => present(home) === 'alarm', 'the daemon to leave');
  await rung(new Patient(home, SESSION));
});

test('promise 20: both are killed: it rings at the next use, late, and says why', async (t) => {
  const home = openHome(t);
  await set(home, '1');
  // Stopped first: it would be fast enough to start another alarm.
  for (const pid of daemonsIn(home.folder)) endIfThere(pid, 'SIGSTOP');
  await kill([...alarmsIn(home.folder), ...daemonsIn(home.folder)]);
  await until(() => present(home) === '', 'the end of both');
  await sleep(3_500);
  assert.equal(present(home), '', 'nobody is left to bring them back');
  await home.client().health();
  const event = await rung(new Patient(home, SESSION));
  assert.equal(event.late_reason, 'not_running');
  assert(Number(event.late_ms) >= 2_000, `${event.late_ms} ms`);
});

test('one alarm per home, and none without a home', async (t) => {
  const home = openHome(t);
  await set(home, '1h');
  const [alarm] = alarmsIn(home.folder);
  const second = spawn(builtKeeper('ringback-keeper'), ['alarm', home.folder, '/bin/true']);
  assert.deepEqual(await once(second, 'exit'), [0, null]);
  assert.deepEqual(alarmsIn(home.folder), [alarm]);
  for (const { wake_id } of await home.client().wakeUps.list()) await home.client().wakeUps.cancel(wake_id);
  assert.equal(existsSync(join(home.folder, 'alarm.sock')), true, 'it stays a while: the next may be near');
});

const points = failpointsIn(['src/wake/*.ts']);
for (const name of points) {
  test(`promise 20: a daemon killed at ${name} rings once`, async (t) => {
    const home = openHome(t);
    process.env.RINGBACK_ENGINE_FAILPOINT = name;
    const patient = new Patient(home, SESSION);
    try {
      // The client repeats what the death of the daemon interrupted, with the next one.
      const request = { id: 'wake_0123456789ab', session_key: SESSION, note: 'now', after: '1' };
      const setting = home.client().wakeUps.set(request);
      await until(() => daemonsIn(home.folder).length > 0, 'the first daemon');
      delete process.env.RINGBACK_ENGINE_FAILPOINT;
      await setting;
    } finally {
      delete process.env.RINGBACK_ENGINE_FAILPOINT;
    }
    const event = await rung(patient);
    assert.equal(event.wake_id, 'wake_0123456789ab');
    const history = await home.client().notifications.history({});
    assert.deepEqual(
      history.map(({ type, state }) => `${type} ${state}`),
      ['wake_up delivered'],
    );
  });
}

const alarmPoints = failpointsIn(['keeper/alarm/*.c']);
for (const name of alarmPoints) {
  test(`promise 20: an alarm killed at ${name} is replaced, and the wake-up rings once`, async (t) => {
    const home = openHome(t, { idleExitSeconds: 1 });
    const reached = join(home.folder, 'reached');
    await home.client().health();
    const env = { ...process.env, RINGBACK_FAILPOINT: name, RINGBACK_FAILPOINT_REACHED: reached };
    const args = ['alarm', home.folder, ...wakeCommand(home.folder)];
    const doomed = spawn(builtKeeper('ringback-keeper-test'), args, {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(doomed.stdout, 'end');
    const { due_at } = await set(home, '10');
    const event = await rung(new Patient(home, SESSION));
    assert(existsSync(reached), 'it was killed there');
    assert(event.at - Date.parse(due_at ?? '') < latestWakeMs(), `${event.at - event.due_at} ms`);
  });
}
