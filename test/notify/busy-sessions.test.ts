/** A session's own turn is a delivery like others: a row with a taker and a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusySessions } from '../../src/notify/busy-sessions.ts';
import type { Deliveries } from '../../src/notify/deliveries.ts';
import { Clock, NotifyHome, OTHER, SESSION, until } from './notify-home.ts';

const NEXT = 'test:next';

function hand({ host }: NotifyHome, session = SESSION): string {
  return host.notifier.notify(session, { type: 'note', session_key: session, text: 'hello' }).id;
}

/** Comes after everything that was to be told before it. */
async function neighbourHears(home: NotifyHome): Promise<void> {
  const neighbour = home.listen(OTHER);
  hand(home, OTHER);
  await neighbour.has(1);
  await neighbour.leave();
}

test('a busy session is busy for the next engine, until it says otherwise', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  notifier.dispatcher.busy.set(SESSION, true, { holder: 'agent' });
  hand(home);
  await home.reopen();
  const listener = home.listen();
  await neighbourHears(home);
  assert.deepEqual(listener.turns, []);
  home.host.notifier.dispatcher.busy.set(SESSION, false, { holder: 'another' });
  await neighbourHears(home);
  assert.deepEqual(listener.turns, [], 'each ends only what it said itself');
  home.host.notifier.dispatcher.busy.set(SESSION, false, { holder: 'agent' });
  await listener.has(1);
  assert.deepEqual(home.query("SELECT * FROM deliveries WHERE way = 'busy'"), []);
});

test('a session is not busy for ever: its time runs out, also under the next engine', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  const began = Date.now();
  notifier.dispatcher.busy.set(SESSION, true, { leaseMs: 400 });
  hand(home);
  await home.reopen();
  await home.listen().has(1);
  assert.ok(Date.now() - began >= 400, 'not before');
  assert.deepEqual(home.query("SELECT * FROM deliveries WHERE way = 'busy'"), []);
});

test('said again it lasts longer, or shorter', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  const listener = home.listen();
  const began = Date.now();
  notifier.dispatcher.busy.set(SESSION, true, { leaseMs: 100 });
  notifier.dispatcher.busy.set(SESSION, true, { leaseMs: 500 });
  hand(home);
  await listener.has(1);
  assert.ok(Date.now() - began >= 500, 'as long as was said last');
  notifier.dispatcher.busy.set(SESSION, true);
  notifier.dispatcher.busy.set(SESSION, true, { leaseMs: 100 });
  hand(home);
  await listener.has(2);
});

test('one whose time was over before the engine came is not busy', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  notifier.dispatcher.busy.set(SESSION, true);
  hand(home);
  await home.reopen({ now: () => Date.now() + 3_600_000 });
  assert.equal(home.host.notifier.dispatcher.busy.until(SESSION), 0);
  await home.listen().has(1);
  await until(() => home.query('SELECT * FROM deliveries').length === 0, 'its row to go');
});

for (const name of [SESSION, NEXT])
  test(`a busy session that is moved stays busy, until ${name} says otherwise`, async (t) => {
    const home = new NotifyHome(t);
    const { notifier } = await home.open();
    const listener = home.listen(NEXT);
    notifier.dispatcher.busy.set(SESSION, true);
    hand(home);
    notifier.moveSession(SESSION, NEXT);
    await neighbourHears(home);
    assert.deepEqual(listener.turns, []);
    assert.equal(notifier.dispatcher.busy.until(SESSION), 0);
    notifier.dispatcher.busy.set(name, false);
    await listener.has(1);
  });

test('that something waits for a busy session is said, and again when its time is put off', async (t) => {
  const home = new NotifyHome(t);
  const { dispatcher } = (await home.open()).notifier;
  const delays: number[] = [];
  dispatcher.onDelayed = (_, until) => delays.push(until);
  const listener = home.listen();
  dispatcher.busy.set(SESSION, true, { leaseMs: 3_000 });
  await neighbourHears(home);
  assert.deepEqual(delays, [], 'nothing waits');
  const first = dispatcher.busy.until(SESSION);
  hand(home);
  await until(() => delays.length === 1, 'that it waits');
  dispatcher.busy.set(SESSION, true, { leaseMs: 3_500 });
  const second = dispatcher.busy.until(SESSION);
  await listener.has(1);
  assert.deepEqual(delays, [first, second]);
});

test('what changes nothing writes nothing', async (t) => {
  const home = new NotifyHome(t);
  const clock = new Clock();
  const { notifier, store } = await home.open({ now: clock.now });
  const count = store.database.prepare('SELECT total_changes() AS changes');
  const writes = (isBusy: boolean) => {
    const before = Number(count.get()?.changes);
    notifier.dispatcher.busy.set(SESSION, isBusy);
    return Number(count.get()?.changes) - before;
  };
  assert.deepEqual([writes(false), writes(true), writes(true)], [0, 1, 0]);
  clock.at += 1;
  assert.deepEqual([writes(true), writes(false), writes(false)], [1, 1, 0]);
});

test('a lease that ends later than a timer can wait is not looked at all the time', async () => {
  let looks = 0;
  const lease = { id: 'busy', session: 'a', way: 'busy', nextAt: Date.now() + 2 ** 32 };
  const deliveries = { all: () => [lease], get: () => looks++ } as unknown as Deliveries;
  new BusySessions({ deliveries, busyLeaseMs: 1, now: Date.now, isClosed: () => false, wake: () => {} });
  await sleep(50); // a timer that is too long fires after 1 ms
  assert.equal(looks, 0);
});
