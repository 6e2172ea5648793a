import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Home } from '../../src/home/open.ts';
import type { WireDispatched } from '../../src/wire/delegation.ts';
import { SESSION, until, whenTold } from '../notify/notify-home.ts';
import { DelegateHome, env, toldOf } from './delegate-home.ts';

const processOf = ({ tasks }: WireDispatched, index = 0) => tasks[index]?.session_id ?? '';

test('promise 24: one that died without a result is unknown, with what it had printed, whatever it printed', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open();
  const key = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const sent = await home.send({
    tasks: [
      { goal: `echo "completed: all is well"; echo "key ${key}"; exit 0` },
      { goal: `echo half; ${whenTold('never')}` },
      { goal: 'printf "{\\"version\\":1,\\"status\\":\\"completed\\"" >$keep/result' },
      { goal: 'echo \'{"version":1,"status":"completed","result":"x"}\' >$keep/x; ln -s x $keep/result' },
      { goal: 'printf "{\\"version\\":2,\\"status\\":\\"completed\\",\\"result\\":\\"x\\"}" >$keep/result' },
      { goal: 'head -c 5000000 /dev/zero >$keep/result' },
      { goal: 'mkfifo $keep/result' },
    ],
  });
  await until(() => engine.preview(processOf(sent, 1), 100) === 'half\n', 'what it prints');
  await engine.kill(processOf(sent, 1));
  const { tasks, status } = await home.ended(sent);
  assert.equal(status, 'failed');
  assert.deepEqual(
    tasks.map((one) => one.status),
    tasks.map(() => 'unknown'),
  );
  assert.match(tasks[0]?.result ?? '', /^completed: all is well\nkey \[REDACTED/);
  assert.match(tasks[0]?.error ?? '', /It left no result: its process ended with exit code 0/);
  assert.deepEqual([tasks[1]?.result, tasks[1]?.error?.slice(-22)], ['half\n', 'its process was ended.']);
  for (const { error } of tasks.slice(2)) assert.match(error ?? '', /cannot be read/);
});

test('its own word counts, however its process ended', async (t) => {
  const home = new DelegateHome(t);
  await home.open();
  const sent = await home.send({
    tasks: [
      { goal: 'report completed good; kill -9 $$' },
      { goal: 'report failed bad; exit 0' },
      { goal: 'report completed half' },
    ],
    max_runtime: 30,
  });
  const { tasks } = await home.ended(sent);
  assert.deepEqual(
    tasks.map(({ status, result }) => [status, result]),
    [
      ['completed', 'good'],
      ['failed', 'bad'],
      ['completed', 'half'],
    ],
  );
});

test('one that runs for too long is ended, as a timeout', async (t) => {
  const home = new DelegateHome(t);
  await home.open();
  const { tasks } = await home.ended(await home.send({ goal: 'echo long; stay', max_runtime: 1 }));
  assert.deepEqual([tasks[0]?.status, tasks[0]?.result], ['timeout', 'long\n']);
});

test('promise 24: what a delegate left running goes to who sent it, and is named; of one that died it is ended', async (t) => {
  const home = new DelegateHome(t);
  const { engine, notifier, wakeUps } = await home.open();
  const listener = home.listen();
  const sent = await home.send({
    tasks: [{ goal: `${whenTold('a')}; report completed ok` }, { goal: whenTold('b') }],
  });
  const [good, bad] = sent.tasks.map(({ session_id }) => `delegate:${session_id}`);
  assert(good && bad);
  const kept = await home.run('exec sleep 1000', { session: good, notifyOnComplete: true });
  const lost = await home.run('exec sleep 1000', { session: bad, notifyOnComplete: true });
  const below = await home.send({ goal: 'stay', session_key: bad });
  await wakeUps.set({ session_key: bad, note: 'never', after: '1h' });
  home.tell('a');
  await until(() => engine.get(kept.id).session === SESSION, 'the process to be handed over');
  home.tell('b');
  const { tasks } = await home.ended(sent);
  assert.deepEqual([tasks[0]?.status, tasks[1]?.status], ['completed', 'unknown']);
  assert.deepEqual(tasks[0]?.left_running, [kept.id]);
  assert.match(tasks[0]?.result ?? '', new RegExp(`^ok\n\nIt left running.*\n${kept.id}: exec sleep 1000`));
  await until(() => engine.get(lost.id).life.state === 'exited', 'the end of what the dead one had started');
  const sub = await home.ended(below);
  assert.deepEqual([sub.status, sub.note?.slice(0, 28)], ['interrupted', 'Its results were never told:']);
  assert.equal(engine.get(kept.id).life.state, 'running');
  assert.deepEqual(wakeUps.list({ session: bad }), []);
  await until(() => home.query('SELECT 1 FROM delegation_tasks WHERE is_tidy = 0').length === 0, 'order');
  assert.equal(notifier.ledger.openSessions().filter((one) => one.startsWith('delegate:')).length, 0);
  await listener.has(1);
  assert.equal(toldOf(listener).length, 1);
});

test('nothing but the delegation is told of a delegate: no end, no match, no silence', async (t) => {
  const home = new DelegateHome(t);
  const { notifier } = await home.open();
  const sent = await home.send({ goal: `${whenTold('end')}; echo READY; exit 1` });
  const id = processOf(sent);
  await assert.rejects(notifier.changeNotifyOptions(id, { notifyOnComplete: true }), /is a delegate/);
  home.tell('end');
  await home.ended(sent);
  assert.deepEqual(
    notifier.ledger.history({ session: SESSION }).map(({ type }) => type),
    ['async_delegation'],
  );
});

test('a delegation may be waited for with others, as an event', async (t) => {
  const home = new DelegateHome(t);
  const { wakeUps } = await home.open();
  const listener = home.listen();
  const sent = await home.send({ goal: `${whenTold('end')}; report completed x` });
  await wakeUps.set({ session_key: SESSION, note: 'go on', all: [`event:${sent.delegation_id}`] });
  home.tell('end');
  await listener.has(2);
  assert.deepEqual(listener.types.toSorted(), ['async_delegation', 'wake_up']);
});

test('results go with the session that is moved', async (t) => {
  const home = new DelegateHome(t);
  const host: Home = await home.open();
  const listener = home.listen('test:moved');
  const sent = await home.send({
    goal: `${whenTold('end')}; report completed x`,
    env: { ...env, HOME_FOLDER: home.folder },
  });
  host.notifier.moveSession(SESSION, 'test:moved');
  host.delegations.moveSession(SESSION, 'test:moved');
  home.tell('end');
  await listener.has(1);
  assert.equal(toldOf(listener)[0]?.delegation_id, sent.delegation_id);
  assert.equal(host.delegations.list({ session_key: 'test:moved' }).length, 1);
});

test('what a delegate asks for after its end is not begun: nobody would see to it', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open();
  const sent = await home.send({ goal: 'stay' });
  const late = { command: 'sleep 60', cwd: '/tmp', env, session: `delegate:${processOf(sent)}` };
  await engine.start(late);
  await engine.kill(processOf(sent));
  await home.ended(sent);
  await assert.rejects(engine.start(late), /has ended: nothing of it begins/);
  const left = () => engine.list({ session: late.session, includeEnded: false });
  await until(() => left().length === 0, 'the end of what it had begun');
});
