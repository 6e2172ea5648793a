import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Clock, fates, matchOf, NotifyHome, OTHER, SESSION, until, whenTold } from './notify-home.ts';

const NEXT = 'test:next';

test('session.move carries what is pending and what will come to the new session, in order', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id: ended } = await home.run('true', { notifyOnComplete: true });
  const { id: running } = await home.run(whenTold('end'), { notifyOnComplete: true });
  const { id: other } = await home.run('true', { session: OTHER, notifyOnComplete: true });
  await host.engine.wait(ended);
  await host.engine.wait(other);
  const listener = home.listen(NEXT);
  host.notifier.moveSession(SESSION, NEXT);
  home.tell('end');
  await listener.has(2);
  assert.deepEqual(
    listener.received.map((one) => one.processId),
    [ended, running],
  );
  assert.equal(host.engine.get(running).session, NEXT);
  assert.equal(host.notifier.dispatcher.drain(SESSION), null);
  assert.equal(host.notifier.dispatcher.drain(OTHER)?.notifications.length, 1, 'others stay where they are');
});

test('a moved process belongs to its new session even when the database is gone', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(whenTold('end'), { notifyOnComplete: true });
  host.notifier.moveSession(SESSION, NEXT);
  await host.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home.folder, `engine.db${suffix}`), { force: true });
  const next = await home.open();
  assert.equal(next.engine.get(id).session, NEXT);
  home.tell('end');
  await next.engine.wait(id);
  assert.equal(next.notifier.dispatcher.drain(NEXT)?.notifications.length, 1);
});

test('moved while a turn is under way: it comes to the new session under the same id, and the old one is not stuck', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const old = home.listen(SESSION, { acknowledges: false });
  const moved = host.notifier.notify(SESSION, { type: 'note', session_key: SESSION, text: 'moved' });
  await old.has(1);
  const next = home.listen(NEXT, { acknowledges: false });
  host.notifier.moveSession(SESSION, NEXT);
  await next.has(1);
  assert.equal(next.received[0]?.id, moved.id);
  // Whoever was given it first acknowledges it after all.
  assert.equal(host.notifier.dispatcher.acknowledge([moved.id]), 1);
  // A fork goes on under the old key.
  for (const session of [SESSION, NEXT])
    host.notifier.notify(session, { type: 'note', session_key: session, text: 'the next' });
  await old.has(2);
  await next.has(2);
});

test('moved while it is silent: the release goes to the new session', async (t) => {
  const home = new NotifyHome(t, { sessionMatches: 1, silenceMs: 200 });
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const before = home.listen();
  for (let i = 0; i < 2; i += 1) await home.run('echo hit; exec sleep 60', { watchPatterns: ['hit'] });
  await before.has(2);
  host.notifier.moveSession(SESSION, NEXT);
  clock.at += 200;
  const [released] = await home.listen(NEXT).has(1);
  assert.equal(released?.type, 'watch_overflow_released');
  assert.equal(released?.event.session_key, NEXT);
});

test('session.close ends its rings, also those to come; its processes stay, and can be adopted', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id: ended } = await home.run('true', { notifyOnComplete: true });
  const { id: later } = await home.run(whenTold('later'), { notifyOnComplete: true });
  const { id: adopted } = await home.run(whenTold('adopted'), { notifyOnComplete: true });
  await host.engine.wait(ended);
  assert.equal(host.notifier.closeSession(SESSION), 1);
  home.tell('later');
  await host.engine.wait(later);
  for (const id of [ended, later])
    assert.deepEqual(fates(host, id), ['completion suppressed session_closed']);
  assert.deepEqual(
    host.engine
      .list({ session: SESSION })
      .map((one) => one.id)
      .sort(),
    [ended, later, adopted].sort(),
  );
  host.notifier.moveSession(SESSION, NEXT);
  home.tell('adopted');
  const [first] = await home.listen(NEXT).has(1);
  assert.equal(first?.processId, adopted);
});

test('a session that is used again under its old key hears of what is new, and only of that', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id: old } = await home.run(whenTold('end'), { notifyOnComplete: true });
  host.notifier.closeSession(SESSION);
  await until(() => Date.now() > host.engine.get(old).startedAt + 2, 'another millisecond');
  const listener = home.listen();
  const { id: fresh } = await home.run(whenTold('end'), { notifyOnComplete: true });
  home.tell('end');
  await host.engine.wait(old);
  await listener.has(1);
  assert.deepEqual(
    listener.received.map((one) => one.processId),
    [fresh],
  );
  assert.deepEqual(fates(host, old), ['completion suppressed session_closed']);
});

test('a session that is merely away: everything waits, over restarts', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id: watched } = await home.run('echo READY; exec sleep 60', { watchPatterns: ['READY'] });
  await until(() => home.host.notifier.hasMatched(watched), 'the match');
  const { id: ended } = await home.run('true', { notifyOnComplete: true });
  await home.host.engine.wait(ended);
  await home.reopen();
  const host = await home.reopen();
  const turn = host.notifier.dispatcher.drain(SESSION);
  assert.deepEqual(
    turn?.notifications.map((one) => one.processId),
    [watched, ended],
  );
  assert.equal(matchOf(turn?.notifications[0]).output, 'READY');
});
