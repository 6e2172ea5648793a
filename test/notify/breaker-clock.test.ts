import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverflowReleasedEvent, OverflowTrippedEvent } from '../../src/wire/events.ts';
import { Clock, matchesOf, NotifyHome, OTHER, SESSION, until } from './notify-home.ts';

const figures = { sessionMatches: 2, breakerWindowMs: 60_000, silenceMs: 300 };

/** Starts a command that prints one matching line and stays. */
async function hit(home: NotifyHome, line: string, session = SESSION): Promise<string> {
  const { id } = await home.run(`echo 'hit ${line}'; exec sleep 60`, { session, watchPatterns: ['hit'] });
  await until(() => matchesOf(home, id) > 0, 'the line to be scanned');
  return id;
}

test('a flood trips its own breaker, which ends by itself and tells what was dropped; its neighbour hears everything', async (t) => {
  const home = new NotifyHome(t, figures);
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const listener = home.listen();
  const neighbour = home.listen(OTHER);
  const ids: string[] = [];
  for (const line of ['a', 'b', 'c', 'd']) ids.push(await hit(home, line));
  const other = await hit(home, 'next door', OTHER);
  const [heard] = await neighbour.has(1);
  assert.equal(heard?.processId, other);
  await listener.has(3);
  assert.deepEqual(listener.types, ['watch_match', 'watch_match', 'watch_overflow_tripped']);
  const tripped = listener.received[2]?.event as OverflowTrippedEvent;
  assert.deepEqual([tripped.scope, tripped.limit, tripped.silence_seconds], ['session', 2, 0.3]);
  assert(host.notifier.hasOpenTimer, 'something is still to be said');
  // Nobody prints anything any more.
  clock.at += 300;
  await listener.has(4);
  const released = listener.received[3]?.event as OverflowReleasedEvent;
  assert.equal(released.type, 'watch_overflow_released');
  assert.equal(released.suppressed, 2);
  assert.deepEqual(
    released.processes.map((one) => [one.session_id, one.suppressed, one.first_line]),
    [
      [ids[2], 1, 'hit c'],
      [ids[3], 1, 'hit d'],
    ],
  );
  assert.equal(released.at - tripped.at, 300);
  assert(!host.notifier.hasOpenTimer);
  assert.deepEqual(neighbour.types, ['watch_match']);
});

test('a silence that began before a restart ends after it, with what was dropped before and since', async (t) => {
  const home = new NotifyHome(t, figures);
  const clock = new Clock();
  await home.open({ now: clock.now });
  const first = home.listen();
  for (const line of ['a', 'b', 'c']) await hit(home, line);
  await first.has(3);
  await home.reopen({ now: clock.now });
  const second = home.listen();
  await hit(home, 'd');
  clock.at += 300;
  const [notification] = await second.has(1);
  const released = notification?.event as OverflowReleasedEvent;
  assert.equal(released.type, 'watch_overflow_released');
  assert.equal(released.suppressed, 2);
});

test('a silence that was over while nobody was at home is ended by the next engine, at once', async (t) => {
  const home = new NotifyHome(t, figures);
  const clock = new Clock();
  await home.open({ now: clock.now });
  for (const line of ['a', 'b', 'c']) await hit(home, line);
  await home.close();
  clock.at += 3_600_000;
  const next = await home.open({ now: clock.now });
  const listener = home.listen();
  await listener.has(4);
  assert.deepEqual(listener.types, [
    'watch_match',
    'watch_match',
    'watch_overflow_tripped',
    'watch_overflow_released',
  ]);
  assert(!next.notifier.hasOpenTimer);
});

test('too many of all sessions together: each is told at its first drop, and what it missed', async (t) => {
  const home = new NotifyHome(t, { ...figures, allMatches: 2 });
  const clock = new Clock();
  await home.open({ now: clock.now });
  const listeners = [home.listen(SESSION), home.listen(OTHER)];
  for (const [i, line] of ['a', 'b', 'c', 'd', 'e'].entries())
    await hit(home, line, i % 2 === 0 ? SESSION : OTHER);
  clock.at += 300;
  for (const [i, listener] of listeners.entries()) {
    await listener.has(3);
    assert.deepEqual(listener.types, ['watch_match', 'watch_overflow_tripped', 'watch_overflow_released']);
    const released = listener.received[2]?.event as OverflowReleasedEvent;
    assert.deepEqual([released.scope, released.suppressed], ['all', i === 0 ? 2 : 1]);
  }
});

test('trap 9: a match that a breaker dropped spends nothing, and who waits is released only by what is told', async (t) => {
  const home = new NotifyHome(t, figures);
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const listener = home.listen();
  for (const line of ['a', 'b']) await hit(home, line);
  const id = await hit(home, 'c');
  assert(host.notifier.isWaiting(id), 'its session has heard nothing');
  clock.at += 300;
  await listener.has(4);
  assert(!host.notifier.isWaiting(id), 'now it has');
});
