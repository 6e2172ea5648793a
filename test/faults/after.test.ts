import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { env, exitOf, run, until } from '../engine/test-home.ts';
import { builtKeeper } from '../native/build.ts';
import { amount } from './support/amount.ts';
import { dieAt } from './support/die-at.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { commandsIn, daemonsIn, endIfThere, keepersIn, pidsOf } from './support/proc.ts';

const driver = join(import.meta.dirname, 'support/after-driver.ts');
const id = 'proc_fa1100000003';
const CODE = 4;

function untilGo(home: FaultHome, code = 0): string {
  return `while [ ! -e ${home.folder}/go ]; do sleep 0.02; done; exit ${code}`;
}

/** Notes that it ran, and with what. */
function command(home: FaultHome): string {
  return `echo "$KEPT" >> ${home.folder}/ran; exit ${CODE}`;
}

function runs(home: FaultHome): string[] {
  const file = join(home.folder, 'ran');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

/** A start that has to wait is held where others are acknowledged. */
const names = failpointsIn(['src/engine/*.ts']).filter(
  (name) => /^(after|start|end|recover):/.test(name) && name !== 'start:after-ack',
);

for (const name of names) {
  test(`issue 13 (promises 1, 12): an engine killed at ${name}: what waits begins once, with its variables`, async (t) => {
    for (let round = 0; round < amount(1, 5); round += 1) {
      const home = new FaultHome(t);
      const first = await home.open();
      const before = await run(first, untilGo(home));
      await first.close();
      await dieAt(name, driver, home.folder, before.id, id, command(home));

      const second = await home.open();
      // As its client does, which has heard nothing.
      const again = await run(second, command(home), {
        id,
        after: [before.id],
        env: { ...env, KEPT: 'kept' },
      });
      writeFileSync(join(home.folder, 'go'), '');
      const { process } = await second.wait(again.id);
      assert.equal(exitOf(process).exitCode, CODE);
      assert.deepEqual(runs(home), ['kept']);
      assert.equal(exitOf(second.get(before.id)).exitCode, 0);
      assert.equal(second.list().length, 2, 'one row each');
      const rows = second.list();
      await second.close();
      const third = await home.open();
      assert.deepEqual(third.list(), rows, 'what was recorded stays as it was');
      await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
      await third.close();
    }
  });
}

const keeperProgram = builtKeeper('ringback-keeper-test');

/** What may be said of one whose keeper died on the way: that it ran is never denied, and that it did not never invented. */
async function checkTruth(home: FaultHome, engine: Engine, id: string): Promise<void> {
  await until(() => !['queued', 'running'].includes(engine.get(id).life.state), 'an end');
  const { life } = engine.get(id);
  const ran = runs(home);
  assert(ran.length <= 1, `it ran ${ran.length} times`);
  if (life.state === 'skipped') assert.deepEqual(ran, [], 'what never began did not run');
  if (life.state === 'exited') assert.equal(life.exit.exitCode, CODE);
}

for (const name of failpointsIn(['keeper/process/*.c']).filter((one) => /^(begin|start|exit):/.test(one))) {
  test(`issue 13 (promises 1, 3): a keeper killed at ${name}: what waited ran once or never, and the truth is told`, async (t) => {
    for (let round = 0; round < amount(1, 5); round += 1) await killKeeperAt(name, new FaultHome(t));
  });
}

async function killKeeperAt(name: string, home: FaultHome): Promise<void> {
  const reached = join(home.folder, 'reached');
  const plain = await home.open();
  const before = await run(plain, untilGo(home));
  await plain.close();
  const engine = await home.openWith(
    { RINGBACK_FAILPOINT: name, RINGBACK_FAILPOINT_REACHED: reached },
    { keeperProgram },
  );
  const starting = run(engine, command(home), { id, after: [before.id] }).catch(() => undefined);
  // Some are passed before it waits, the others when it begins.
  await Promise.race([starting, until(() => existsSync(reached), name)]);
  writeFileSync(join(home.folder, 'go'), '');
  await until(() => existsSync(reached), `the failpoint ${name}`);
  await starting;
  // A start whose keeper died with it goes on under another id.
  const others = engine.list().filter((one) => one.id !== before.id);
  assert(others.length <= 1, 'one row');
  if (others[0]) await checkTruth(home, engine, others[0].id);
  else assert.deepEqual(runs(home), [], 'what nobody knows never ran');
  assert.deepEqual(pidsOf(others[0]?.id ?? id), []);
}

test('issue 13 (promise 15): the daemon is killed, nobody is there, the one before ends: what waits begins', async (t) => {
  const home = new FaultHome(t);
  const client = home.client();
  const start = { workdir: '/tmp', env };
  const { session_id: before } = await client.start({ ...start, command: untilGo(home) });
  const session_key = 'test:after';
  const { session_id: next } = await client.start({
    ...start,
    command: command(home),
    after: [before],
    session_key,
    notify_on_complete: true,
  });
  for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  await until(() => daemonsIn(home.folder).length === 0, 'the end of the daemon');
  writeFileSync(join(home.folder, 'go'), '');
  const { notifications } = home.client(false);
  await until(() => runs(home).length === 1, 'it begins');
  await until(
    async () => (await notifications.history({ session_key }).catch(() => [])).length === 1,
    'its end',
  );
  assert.equal((await home.client(false).get(next)).exit_code, CODE);
  await until(() => commandsIn(home.folder).length === 0, 'the wake command to have left');
  await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
});

test('issue 13 (promise 15): a daemon that dies before it could tell what waits to begin is brought back', async (t) => {
  const home = new FaultHome(t);
  // The daemon of this client dies there; those that keepers and the reminder start have no failpoint.
  process.env.RINGBACK_ENGINE_FAILPOINT = 'after:before-ask';
  try {
    const client = home.client();
    const start = { workdir: '/tmp', env };
    const { session_id: before } = await client.start({ ...start, command: untilGo(home) });
    await client.start({ ...start, command: command(home), after: [before] });
  } finally {
    delete process.env.RINGBACK_ENGINE_FAILPOINT;
  }
  const [first] = daemonsIn(home.folder);
  writeFileSync(join(home.folder, 'go'), '');
  await until(() => !daemonsIn(home.folder).includes(first ?? 0), 'the death of the daemon');
  await until(() => runs(home).length === 1, 'it begins');
  await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
  assert.equal(runs(home).length, 1);
});
