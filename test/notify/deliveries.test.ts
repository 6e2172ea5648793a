import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Home } from '../../src/home/open.ts';
import type { Turn } from '../../src/notify/taker.ts';
import { NotifyHome, OTHER, SESSION } from './notify-home.ts';

const same = { repeats: 'same' } as const;

function hand(host: Home, text: string): string {
  return host.notifier.notify(SESSION, { type: 'note', session_key: SESSION, text }).id;
}

function seen(turn: Turn | null): unknown {
  return turn && [turn.text, turn.notifications.map((one) => one.id)];
}

test('promise 13: given again after a restart it is the same to the letter, and what came later is the next', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const [one, two] = [hand(host, 'one'), hand(host, 'two')];
  const first = host.notifier.dispatcher.lease(SESSION, same);
  assert.deepEqual(
    first?.notifications.map(({ id }) => id),
    [one, two],
  );
  const later = hand(host, 'later');
  const { notifier } = await home.reopen();
  assert.deepEqual(seen(notifier.dispatcher.lease(SESSION, same)), seen(first));
  assert.equal(notifier.dispatcher.lease(SESSION, same), null, 'somebody holds it');
  assert.equal(notifier.dispatcher.acknowledge([one, two]), 2);
  const next = notifier.dispatcher.lease(SESSION, same);
  assert.deepEqual(
    next?.notifications.map(({ id }) => id),
    [later],
  );
});

test('given anew after a restart it is told with what came later', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const one = hand(host, 'one');
  host.notifier.dispatcher.lease(SESSION);
  const later = hand(host, 'later');
  const { notifier } = await home.reopen();
  assert.deepEqual(notifier.deliveries.all(), [], 'its taker is gone');
  assert.deepEqual(
    notifier.dispatcher.lease(SESSION)?.notifications.map(({ id }) => id),
    [one, later],
  );
});

test('a lease that was given back and given again ends at its own time', async (t) => {
  const home = new NotifyHome(t, { leaseMs: 200 });
  const { notifier } = await home.open();
  const id = hand(home.host, 'one');
  notifier.dispatcher.lease(SESSION, same);
  notifier.dispatcher.giveBack([id]);
  const began = performance.now();
  assert.ok(notifier.dispatcher.lease(SESSION, same));
  await home.listen().has(1);
  assert.ok(performance.now() - began >= 199, 'not at the end of the first one');
});

test('whoever lost a turn by a move does not take it from its next holder by leaving', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  const stop = new AbortController();
  const old = notifier.dispatcher.subscribe(SESSION, stop.signal, same);
  const id = hand(home.host, 'one');
  await old.next();
  notifier.moveSession(SESSION, OTHER);
  const moved = notifier.dispatcher.lease(OTHER, same);
  assert.deepEqual(
    moved?.notifications.map((one) => one.id),
    [id],
  );
  stop.abort();
  await old.next();
  assert.equal(notifier.dispatcher.lease(OTHER, same), null, 'it is still held');
});

test('what is in a delivery that comes again may go another way, and the rest is told anew', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  const [one, two] = [hand(home.host, 'one'), hand(home.host, 'two')];
  notifier.dispatcher.lease(SESSION, same);
  notifier.dispatcher.giveBack([one]);
  const filtered = notifier.dispatcher.lease(SESSION, { filter: ({ id }) => id === one });
  assert.equal(filtered?.notifications.length, 1);
  assert.deepEqual(
    notifier.dispatcher.lease(SESSION, same)?.notifications.map(({ id }) => id),
    [two],
  );
});
