import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { env, until } from '../engine/test-home.ts';
import { FaultHome } from './support/home.ts';
import { latestWakeMs } from './support/latest-wake.ts';
import { Patient } from './support/patient.ts';
import { commandsIn, daemonsIn, endIfThere } from './support/proc.ts';

const SESSION = 'agent:idle';

/** Kills the daemon, lets the process go on with nobody there, and measures until it is heard. */
async function ring(t: TestContext, home: FaultHome, patient: Patient, go: string): Promise<void> {
  const before = patient.heard.length;
  for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  await until(() => daemonsIn(home.folder).length === 0, 'the end of the daemon');
  await sleep(1_200);
  assert.deepEqual(daemonsIn(home.folder), [], 'a subscriber that waits starts nothing');
  const began = Date.now();
  writeFileSync(join(home.folder, go), '');
  await until(() => patient.heard.length > before, 'the ring');
  const took = Date.now() - began;
  t.diagnostic(`${took} ms to the subscriber`);
  assert(took < latestWakeMs(), `${took} ms`);
  await until(() => commandsIn(home.folder).length === 0, 'the wake command to have left');
}

test('promise 15: the daemon is killed, nobody touches anything, and a match and an end are still heard, once each', async (t) => {
  const home = new FaultHome(t);
  const whenThere = (go: string) => `while [ ! -e ${home.folder}/${go} ]; do sleep 0.02; done`;
  const start = (command: string, wishes: object) =>
    home.client().start({ command, workdir: '/tmp', env, session_key: SESSION, ...wishes });
  await start(`${whenThere('go-1')}; echo READY; exec sleep 60`, { watch_patterns: ['READY'] });
  await start(`${whenThere('go-2')}; exit 7`, { notify_on_complete: true });
  const patient = new Patient(home, SESSION);
  await ring(t, home, patient, 'go-1');
  await ring(t, home, patient, 'go-2');
  const history = await home.client(false).notifications.history({ session_key: SESSION });
  assert.deepEqual(
    history.map(({ type, state }) => `${type} ${state}`),
    ['completion delivered', 'watch_match delivered'],
  );
  assert.deepEqual(patient.heard, history.map(({ id, type }) => `${type} ${id}`).reverse());
  await patient.leave();
});
