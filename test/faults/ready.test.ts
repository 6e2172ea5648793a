import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { env, until } from '../engine/test-home.ts';
import { FaultHome } from './support/home.ts';
import { Patient } from './support/patient.ts';
import { daemonsIn, endIfThere } from './support/proc.ts';

const SESSION = 'agent:ready';
const LISTEN = `exec node -e 'require("node:net").createServer().listen(0, "127.0.0.1")'`;

test('promises 15, 19: the daemon is killed again and again, nobody touches anything, and each process that becomes ready is told once', async (t) => {
  const home = new FaultHome(t);
  const whenThere = `while [ ! -e ${home.folder}/go ]; do sleep 0.02; done`;
  const probes: readonly (readonly [string, string])[] = [
    [`${whenThere}; ${LISTEN}`, ':'],
    [`${whenThere}; echo up; exec sleep 1000`, 'up'],
    ['exec sleep 1000', `!test -e ${home.folder}/go`],
    [`${whenThere}; exit 0`, ':'],
  ];
  const ids: string[] = [];
  for (const [command, ready] of probes) {
    const started = { command, ready, workdir: '/tmp', env, session_key: SESSION };
    ids.push((await home.client().start(started)).session_id);
  }
  const patient = new Patient(home, SESSION);
  // Also where it fails: who listens on keeps the test from ending.
  t.after(() => patient.leave());
  for (let kills = 0; kills < 3; kills += 1) {
    const before = daemonsIn(home.folder);
    for (const pid of before) endIfThere(pid);
    if (kills === 1) writeFileSync(join(home.folder, 'go'), '');
    await until(() => daemonsIn(home.folder).some((pid) => !before.includes(pid)), 'another daemon');
  }
  await until(() => patient.heard.length >= ids.length, `all of them, not ${patient.heard.join(', ')}`);
  const history = await home.client(false).notifications.history({ session_key: SESSION });
  const told = (id: string) => history.filter(({ session_id }) => session_id === id).map(({ type }) => type);
  assert.deepEqual(ids.map(told), [['ready'], ['ready'], ['ready'], ['completion']]);
  assert.equal(new Set(patient.heard).size, patient.heard.length);
});
