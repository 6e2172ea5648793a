import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DelegateHome, env } from '../delegation/delegate-home.ts';
import { SESSION, until, whenTold } from '../notify/notify-home.ts';
import { amount } from './support/amount.ts';
import { dieAt } from './support/die-at.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { daemonsIn, endIfThere } from './support/proc.ts';

const driver = join(import.meta.dirname, 'support/delegation-driver.ts');
const id = 'dlg_fa1100000024';

/** Those that a daemon passes on the way from the call to the outcome. */
const names = [
  ...failpointsIn(['src/delegation/*.ts']),
  ...failpointsIn(['src/engine/*.ts']).filter((name) => /^(start|end):/.test(name)),
  ...['ledger:before-write', 'ledger:after-write'],
];

function request(home: DelegateHome) {
  const note = (name: string) => `echo ${name} >>$HOME_FOLDER/lives`;
  return {
    id,
    session_key: SESSION,
    workdir: '/tmp',
    env: { ...env, HOME_FOLDER: home.folder },
    tasks: [
      { goal: `${note('first')}; ${whenTold('end')}; report completed one` },
      { goal: `${note('second')}; stay` },
    ],
  };
}

function livesOf(home: DelegateHome): string[] {
  const file = join(home.folder, 'lives');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).toSorted() : [];
}

for (const name of names) {
  test(`promise 24: a daemon killed at ${name}: each task begins once and has one outcome, told once, in order`, async (t) => {
    for (let round = 0; round < amount(1, 5); round += 1) {
      const home = new DelegateHome(t, { delegateStopSeconds: 0 });
      await dieAt(name, driver, home.folder, JSON.stringify(request(home)));
      const { delegations, notifier } = await home.open();
      // As its client does, which has heard nothing.
      const sent = await delegations.dispatch(request(home));
      if (delegations.get(id).state === 'running') {
        delegations.interrupt(id, { task_index: 1 });
        home.tell('end');
      }
      const { tasks, status } = await home.ended(sent);
      assert.deepEqual(
        tasks.map((one) => one.status),
        ['completed', 'interrupted'],
      );
      assert.deepEqual([status, tasks[0]?.result], ['failed', 'one']);
      const lives = livesOf(home);
      assert.equal(lives.filter((one) => one === 'first').length, 1, 'the first ran once');
      assert(lives.filter((one) => one === 'second').length <= 1, 'the second ran once at most');
      const told = notifier.ledger.history({ session: SESSION });
      assert.deepEqual(
        told.map(({ type }) => type),
        ['async_delegation'],
      );
      await home.reopen();
      assert.deepEqual(home.host.delegations.get(id).tasks, tasks, 'what was recorded stays as it was');
      assert.equal(home.host.notifier.ledger.history({ session: SESSION }).length, 1);
    }
  });
}

/** With which a program of Node's never gets as far as its first line. */
const HANGS = {
  NODE_OPTIONS: '--import=data:text/javascript,await(new%20Promise(()=>setInterval(()=>{},1e6)))',
};

test('promise 24: the daemon is killed after an interruption, nobody asks for anything: the delegate is ended, and that is told', async (t) => {
  const home = new FaultHome(t);
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ delegateStopSeconds: 2 }));
  const { delegations } = home.client();
  const sent = await delegations.send({ session_key: SESSION, goal: 'hang', workdir: '/tmp', env: HANGS });
  const id = sent.tasks[0]?.session_id ?? '';
  await delegations.interrupt(sent.delegation_id);
  for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  await until(() => daemonsIn(home.folder).length === 0, 'the end of the daemon');
  const { delegations: later, notifications } = home.client(false);
  const state = () =>
    later.get(sent.delegation_id).then(
      (one) => one.state,
      () => '',
    );
  await until(async () => (await state()) === 'ended', 'its outcome');
  const { status, tasks } = await later.get(sent.delegation_id);
  assert.deepEqual([status, tasks[0]?.session_id], ['interrupted', id]);
  assert.equal((await notifications.history({ session_key: SESSION })).length, 1);
});

test('promise 24: its keeper is killed: its own word counts all the same', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open();
  const sent = await home.send({
    tasks: [{ goal: `${whenTold('end')}; report completed alone` }, { goal: whenTold('end') }],
  });
  for (const { session_id } of sent.tasks) {
    const { keeperPid } = engine.get(session_id);
    assert(keeperPid !== null);
    process.kill(keeperPid, 'SIGKILL');
  }
  home.tell('end');
  const { tasks } = await home.ended(sent);
  assert.deepEqual(
    tasks.map(({ status, result }) => [status, result]),
    [
      ['completed', 'alone'],
      ['unknown', undefined],
    ],
  );
});
