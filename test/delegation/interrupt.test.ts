import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireDispatched, WireOrder } from '../../src/wire/delegation.ts';
import { Clock, OTHER, SESSION, until } from '../notify/notify-home.ts';
import { DelegateHome, toldOf } from './delegate-home.ts';

const processOf = ({ tasks }: WireDispatched, index = 0) => tasks[index]?.session_id ?? '';

test('one that is interrupted says what there is; one that does not is ended soon; both are told once', async (t) => {
  const home = new DelegateHome(t, { delegateStopSeconds: 1 });
  const { delegations, engine } = await home.open();
  const listener = home.listen();
  const polite =
    'while [ ! -e $HOME_FOLDER/go-stop ]; do sleep 0.02; done; report interrupted "as far as I got"';
  const sent = await home.send({ tasks: [{ goal: polite }, { goal: 'echo deaf; stay' }] });
  await until(() => engine.preview(processOf(sent, 1), 100) === 'deaf\n', 'its line');
  const heard: WireOrder[] = [];
  const hearing = (async () => {
    for await (const order of delegations.orders(processOf(sent), 0, new AbortController().signal)) {
      heard.push(order);
      home.tell('stop');
    }
  })();
  assert.equal(delegations.interrupt(sent.delegation_id, { reason: 'Too slow.' }).interrupted, 2);
  assert.equal(delegations.interrupt(sent.delegation_id).interrupted, 0, 'once');
  const { tasks, status } = await home.ended(sent);
  await hearing;
  assert.deepEqual(
    heard.map(({ type, text }) => [type, text]),
    [['interrupt', 'It was interrupted. Too slow.']],
  );
  assert.equal(status, 'failed');
  assert.deepEqual(
    tasks.map((one) => [one.status, one.result]),
    [
      ['interrupted', 'as far as I got'],
      ['interrupted', 'deaf\n'],
    ],
  );
  assert.match(
    tasks[1]?.error ?? '',
    /^It was interrupted\. Too slow\. It left no result: its process was ended/,
  );
  await listener.has(1);
  assert.equal(toldOf(listener).length, 1);
});

test('the time at which it is ended is stored: the next daemon ends it', async (t) => {
  const home = new DelegateHome(t, { delegateStopSeconds: 3600 });
  const clock = new Clock();
  const { delegations } = await home.open({ now: clock.now });
  const sent = await home.send({ goal: 'stay' });
  delegations.interrupt(sent.delegation_id);
  await home.reopen({ now: clock.now });
  assert.equal(home.host.delegations.get(sent.delegation_id).tasks[0]?.state, 'interrupting', 'not before');
  await home.close();
  clock.at += 3_600_001;
  await home.open({ now: clock.now });
  assert.equal((await home.ended(sent)).status, 'interrupted');
});

test('one task, all of a session, all', async (t) => {
  const home = new DelegateHome(t, { delegateStopSeconds: 0 });
  const { delegations } = await home.open();
  const stays = { goal: 'stay' };
  const batch = await home.send({ tasks: [stays, stays] });
  const single = await home.send(stays);
  const others = await home.send({ ...stays, session_key: OTHER });
  const states = () =>
    [batch, single, others].map(({ delegation_id }) =>
      delegations.get(delegation_id).tasks.map(({ state }) => state === 'running'),
    );
  delegations.interrupt(batch.delegation_id, { task_index: 0 });
  assert.deepEqual(states(), [[false, true], [true], [true]]);
  assert.throws(() => delegations.interrupt(batch.delegation_id, { task_index: 7 }), /has no task 7/);
  assert.equal(delegations.interruptAll({ session_key: SESSION }).interrupted, 2);
  assert.deepEqual(states(), [[false, false], [false], [true]]);
  assert.equal(delegations.interruptAll().interrupted, 1);
  for (const one of [batch, single, others]) await home.ended(one);
});

test('one that hangs for longer than its own clock allows is ended as stalled, by what its keeper noticed', async (t) => {
  const home = new DelegateHome(t);
  const { engine, delegations, store, notifier } = await home.open();
  const sent = await home.send({ goal: 'echo at first; stay' });
  const process = engine.get(processOf(sent));
  assert.equal(process.quietAfter, 1200 + 120 + 60);
  await until(() => engine.preview(process.id, 100) === 'at first\n', 'its line');
  const used = { overMs: 1000, cpuSeconds: 0, readBytes: 0, writtenBytes: 0 };
  const silence = { offset: 9, since: Date.now(), silentMs: 1_380_000, used };
  const notice = { type: 'quiet', silence } as unknown as Parameters<typeof delegations.extension.noticed>[1];
  store.transaction(() => {
    notifier.extension.noticed?.(process, notice);
    delegations.extension.noticed(process, notice);
  });
  const { status, tasks } = await home.ended(sent);
  assert.deepEqual([status, tasks[0]?.result], ['stalled', 'at first\n']);
  assert.match(tasks[0]?.error ?? '', /^It hung: it had printed nothing for 1380 s\./);
  assert.deepEqual(
    notifier.ledger.history({ session: SESSION }).map(({ type }) => type),
    ['async_delegation'],
  );
});

test('messages are stored before they are heard, told in order, and behind the last that was heard', async (t) => {
  const home = new DelegateHome(t);
  const { delegations } = await home.open();
  const sent = await home.send({ tasks: [{ goal: 'stay' }, { goal: 'stay' }] });
  const id = sent.delegation_id;
  delegations.message(id, { text: 'to both', client_id: 'a' });
  delegations.message(id, { text: 'to both', client_id: 'a' });
  delegations.message(id, { text: 'to the second', task_index: 1 });
  await home.reopen();
  const leaving = new AbortController();
  const heard: WireOrder[] = [];
  for await (const order of home.host.delegations.orders(processOf(sent, 1), 0, leaving.signal)) {
    heard.push(order);
    if (heard.length === 2) home.host.delegations.message(id, { text: 'later' });
    if (heard.length === 3) leaving.abort();
  }
  assert.deepEqual(
    heard.map(({ text }) => text),
    ['to both', 'to the second', 'later'],
  );
  const { value } = await home.host.delegations
    .orders(processOf(sent, 1), heard[1]?.sequence ?? 0, new AbortController().signal)
    .next();
  assert.equal(value?.text, 'later');
});
