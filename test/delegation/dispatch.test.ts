import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortHash } from '../../src/base/short-hash.ts';
import { OTHER, SESSION, until, whenTold } from '../notify/notify-home.ts';
import { DelegateHome, env, toldOf } from './delegate-home.ts';

test('promise 24: a delegation returns at once, its delegate is a process, and its result is told once', async (t) => {
  const home = new DelegateHome(t);
  const { engine, delegations, notifier } = await home.open();
  const listener = home.listen();
  const sent = await home.send({
    goal: `echo at work; ${whenTold('end')}; report completed "it is 42"`,
    context: 'c',
  });
  assert.equal(sent.status, 'dispatched');
  const id = sent.tasks[0]?.session_id ?? '';
  const process = engine.get(id);
  assert.deepEqual([process.session, process.delegation], [SESSION, `${sent.delegation_id}/0`]);
  assert.equal(engine.isActiveForSession(SESSION), true);
  await until(() => delegations.get(sent.delegation_id).tasks[0]?.progress === 'at work', 'its progress');
  home.tell('end');
  const { status, tasks, notification } = await home.ended(sent);
  assert.deepEqual([status, tasks[0]?.status, tasks[0]?.result], ['completed', 'completed', 'it is 42']);
  const [told] = await listener.has(1);
  assert.equal(told?.id, notification?.id);
  assert.deepEqual(listener.types, ['async_delegation'], 'and nothing of its process');
  await home.reopen();
  assert.deepEqual(home.host.notifier.ledger.history({ session: SESSION }).length, 1);
  assert(notifier !== home.host.notifier);
});

test('a fan-out is told once, as a whole, with its results in the order of the tasks', async (t) => {
  const home = new DelegateHome(t);
  await home.open();
  const listener = home.listen();
  const wait = (name: string) => `${whenTold(name)}; report completed ${name}`;
  const sent = await home.send({
    tasks: [
      { goal: wait('first') },
      { goal: `${whenTold('second')}; exit 3` },
      { goal: wait('third'), workdir: '/nowhere/at/all' },
      { goal: wait('fourth'), environment: 'unheard-of' },
    ],
  });
  assert.deepEqual(
    sent.tasks.map(({ task_index, error }) => [task_index, error?.replace(/: .*/, '')]),
    [
      [0, undefined],
      [1, undefined],
      [2, 'It could not be started'],
      [3, 'It could not be started'],
    ],
  );
  home.tell('second');
  await until(
    () => home.host.delegations.get(sent.delegation_id).tasks[1]?.state === 'ended',
    'the end of the second',
  );
  assert.deepEqual(listener.types, [], 'not before all have come back');
  home.tell('first');
  const unit = await home.ended(sent);
  assert.deepEqual([unit.status, unit.is_batch], ['failed', true]);
  await listener.has(1);
  const [event] = toldOf(listener);
  assert.deepEqual(
    event?.tasks?.map(({ status, result }) => [status, result]),
    [
      ['completed', 'first'],
      ['unknown', undefined],
      ['error', undefined],
      ['error', undefined],
    ],
  );
});

test('the same id again is the same delegation, and starts nothing twice', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open();
  const request = { id: 'dlg_00000000abcd', goal: 'report completed once; stay' };
  const [one, two] = await Promise.all([home.send(request), home.send(request)]);
  assert.deepEqual(two, one);
  assert.deepEqual(await home.send(request), one);
  assert.equal(engine.list({ session: SESSION }).length, 1);
  await assert.rejects(home.send({ ...request, session_key: OTHER }), /of another session/);
});

test('a process that has taken the id of a delegate is not taken for it', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open();
  const id = 'dlg_00000000abce';
  const name = `proc_${shortHash(`${id}/0`, 12)}`;
  await engine.start({ id: name, command: 'exec sleep 60', cwd: '/tmp', env, session: OTHER });
  const { status, tasks } = await home.ended(await home.send({ id, goal: 'report completed forged' }));
  assert.deepEqual([status, tasks[0]?.result], ['error', undefined]);
  assert.match(tasks[0]?.error ?? '', /another process/);
  assert.equal(engine.get(name).life.state, 'running', 'and it is left alone');
});

test('more units than a session may have, too many tasks and too much depth are refused with advice', async (t) => {
  const home = new DelegateHome(t, { delegationUnits: 2, delegationHome: 6, delegationTasks: 2 });
  const { engine } = await home.open();
  const stays = { goal: 'stay' };
  const first = await home.send({ tasks: [stays, stays] });
  await home.send(stays);
  const third = await home.send(stays);
  assert.equal(third.status, 'rejected');
  assert.match(`${third.error} ${third.advice}`, /2 delegations .* run already.*interrupt one/);
  assert.equal(engine.list({ session: SESSION }).length, 3, 'nothing was begun');
  assert.equal((await home.send({ ...stays, session_key: OTHER })).status, 'dispatched');
  const many = await home.send({ tasks: [stays, stays, stays], session_key: 'test:three' });
  assert.match(many.error ?? '', /3 tasks are too many/);

  const delegate = first.tasks[0]?.session_id ?? '';
  const below = await home.send({ ...stays, session_key: `delegate:${delegate}` });
  assert.equal(home.host.delegations.get(below.delegation_id).depth, 2);
  const deepest = below.tasks[0]?.session_id ?? '';
  const tooDeep = await home.send({ ...stays, session_key: `delegate:${deepest}` });
  assert.match(tooDeep.error ?? '', /2 deep/);
  // Whatever session another agent gives itself, its variables tell whose delegate it is.
  const other = { ...stays, session_key: 'claude:1', env: { ...env, RINGBACK_DELEGATE: deepest } };
  assert.equal((await home.send(other)).status, 'rejected');
  const pretended = { ...other, session_key: `delegate:${delegate}` };
  assert.match((await home.send(pretended)).error ?? '', /2 deep/, 'the session of another does not help');
  // However many sessions somebody makes up.
  const crowd = await home.send({ tasks: [stays, stays], session_key: 'test:four' });
  assert.match(`${crowd.error} ${crowd.advice}`, /^5 delegates of all sessions .* of 6 .*delegationHome/);
  assert.equal((await home.send({ ...stays, session_key: 'test:four' })).status, 'dispatched');
  assert.equal((await home.send({ ...stays, session_key: 'test:five' })).status, 'rejected');
});

test('a delegate has the variables of who sent it, and nothing about its task but its name', async (t) => {
  const home = new DelegateHome(t);
  const { engine } = await home.open({
    delegates: { command: () => ['/bin/sh', '-c', 'env; exec sleep 60'] },
  });
  const secrets = { ...env, MODEL_KEY: 'k-1', RINGBACK_SESSION: SESSION, CODEX_THREAD_ID: 't' };
  const sent = await home.send({ goal: 'a secret goal', context: 'and more', env: secrets });
  const id = sent.tasks[0]?.session_id ?? '';
  await until(() => engine.preview(id, 5000).includes('RINGBACK_DELEGATE'), 'its variables');
  const printed = engine.preview(id, 5000);
  assert.match(printed, new RegExp(`^RINGBACK_DELEGATE=${id}$`, 'm'));
  assert.match(printed, /^MODEL_KEY=k-1$/m);
  assert.doesNotMatch(printed, /RINGBACK_SESSION|CODEX_THREAD_ID|secret goal|and more/);
  assert.doesNotMatch(engine.get(id).command, /secret goal/);
  assert.deepEqual(home.host.delegations.assignment(id), {
    process_id: id,
    delegation_id: sent.delegation_id,
    task_index: 0,
    goal: 'a secret goal',
    context: 'and more',
    role: 'leaf',
    to: 'own',
    environment: 'local',
    workdir: '/tmp',
    depth: 1,
    may_delegate: true,
    session_key: `delegate:${id}`,
    keep: `${home.folder}/processes/${id}`,
    is_over: false,
  });
});
