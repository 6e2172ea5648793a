import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dieAt } from '../faults/support/die-at.ts';
import { SESSION, until } from '../notify/notify-home.ts';
import { DelegateHome, env, toldOf } from './delegate-home.ts';

const driver = join(import.meta.dirname, '../faults/support/delegation-driver.ts');
const id = 'dlg_fa1100000025';

/** Sends two that stay, and is killed there. */
async function cutOff(home: DelegateHome, failpoint: string): Promise<void> {
  const tasks = [{ goal: 'echo began; stay' }, { goal: 'stay' }];
  const variables = { ...env, HOME_FOLDER: home.folder };
  const request = { id, session_key: SESSION, workdir: '/tmp', env: variables, tasks };
  await dieAt(failpoint, driver, home.folder, JSON.stringify(request));
}

test('promise 24: rows of a call that was cut off and that nobody repeats are told as errors', async (t) => {
  const home = new DelegateHome(t);
  await cutOff(home, 'delegation:after-rows');
  const { delegations } = await home.open({ delegates: { repeatMs: 300 } });
  assert.equal(delegations.canLeave, false, 'until then the daemon stays');
  const listener = home.listen();
  assert.deepEqual(
    delegations.get(id).tasks.map(({ state }) => state),
    ['sent', 'sent'],
  );
  await listener.has(1);
  const [event] = toldOf(listener);
  assert.deepEqual(
    event?.tasks?.map(({ status, error }) => [status, error?.slice(0, 15)]),
    [
      ['error', 'It never began:'],
      ['error', 'It never began:'],
    ],
  );
  assert.equal(delegations.canLeave, true);
});

test('promise 24: a delegate that began under a daemon that was killed is known to the next, also if nobody repeats the call', async (t) => {
  const home = new DelegateHome(t);
  await cutOff(home, 'delegation:before-begin');
  const { delegations, engine } = await home.open({ delegates: { repeatMs: 300 } });
  const [first] = delegations.get(id).tasks;
  assert.equal(first?.state, 'running');
  assert.equal(engine.get(first?.session_id ?? '').delegation, `${id}/0`);
  await until(() => delegations.canLeave, 'the time to repeat the call to pass');
  await engine.killAll({ session: SESSION });
  const { tasks } = await home.ended({ delegation_id: id });
  assert.equal(tasks[0]?.status, 'unknown');
});

test('promise 24: a delegate that seemed to run, and whose start the engine forgets, is told as an error', async (t) => {
  const home = new DelegateHome(t);
  await cutOff(home, 'start:after-row');
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  // As after a repeated call that found its row, before anybody knew that no keeper had come.
  const cut = `UPDATE delegation_tasks SET process = name, started_at = 1, state = 'running'
    WHERE name IN (SELECT id FROM processes)`;
  assert.notEqual(database.prepare(cut).run().changes, 0);
  database.close();
  const { delegations } = await home.open({ delegates: { repeatMs: 300 } });
  const listener = home.listen();
  await listener.has(1);
  const [event] = toldOf(listener);
  assert.deepEqual(
    event?.tasks?.map(({ status }) => status),
    ['error', 'error'],
  );
  assert.equal(delegations.canLeave, true);
});

test('promise 24: a task is not called running for a process that the engine has forgotten', async (t) => {
  const home = new DelegateHome(t);
  await cutOff(home, 'delegation:after-rows');
  const { delegations, engine } = await home.open({ delegates: { repeatMs: 300 } });
  const other = await engine.start({ command: 'true', cwd: '/', env });
  await engine.wait(other.id);
  delegations.extension.running({ ...engine.get(other.id), id: 'proc_000000000000', delegation: `${id}/0` });
  assert.equal(delegations.get(id).tasks[0]?.state, 'sent');
  const { tasks } = await home.ended({ delegation_id: id });
  assert.deepEqual(
    tasks.map(({ status }) => status),
    ['error', 'error'],
  );
});
