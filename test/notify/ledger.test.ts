import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Clock, NotifyHome, SESSION, until } from './notify-home.ts';

const note = (text: string) => ({ type: 'note', session_key: SESSION, text });

test('history is pruned by age, what is open never', async (t) => {
  const home = new NotifyHome(t, { historyMs: 1_000 });
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  host.notifier.notify(SESSION, note('told'));
  host.notifier.dispatcher.drain(SESSION);
  host.notifier.notify(SESSION, note('not told'));
  const sent = host.notifier.dispatcher.lease(SESSION);
  host.notifier.notify(SESSION, note('neither'));
  clock.at += 60_000;
  const next = await home.reopen({ now: clock.now });
  const texts = next.notifier.ledger.history().map((one) => ('text' in one.event ? one.event.text : ''));
  assert.deepEqual(texts, ['neither', 'not told']);
  assert.deepEqual(
    next.notifier.dispatcher.drain(SESSION)?.notifications.map((one) => one.id)[0],
    sent?.notifications[0]?.id,
  );
});

test('history is pruned by count, what is open never', async (t) => {
  const home = new NotifyHome(t, { historyCount: 3 });
  const host = await home.open();
  host.notifier.notify(SESSION, note('open'));
  const ids = Array.from({ length: 10 }, (_, i) => host.notifier.notify('test:other', note(`told ${i}`)).id);
  host.notifier.dispatcher.drain('test:other');
  const next = await home.reopen();
  const kept = next.notifier.ledger.history();
  assert.deepEqual(kept.map((one) => one.id).slice(0, 3), ids.slice(-3).reverse());
  assert.equal(kept.length, 4);
  assert.equal(next.notifier.dispatcher.drain(SESSION)?.notifications.length, 1);
});

test('a process with a notification that was not told yet is not pruned, afterwards it is', async (t) => {
  const home = new NotifyHome(t, { retentionMs: 0, endedProtectionMs: 0, endedProcesses: 0 });
  const host = await home.open();
  const { id } = await home.run('echo done', { notifyOnComplete: true });
  const { id: other } = await home.run('echo READY', { watchPatterns: ['READY'], session: 'test:other' });
  const { id: untold } = await home.run('echo done');
  await until(() => !host.engine.list().some((one) => one.id === untold), 'the one that owes nothing to go');
  assert(existsSync(join(home.folder, 'processes', id, 'exit')));
  assert.deepEqual(
    host.engine
      .list()
      .map((one) => one.id)
      .sort(),
    [id, other].sort(),
  );
  host.notifier.dispatcher.drain(SESSION);
  host.notifier.dispatcher.drain('test:other');
  await until(() => host.engine.list().length === 0, 'the others to go');
  assert(!existsSync(join(home.folder, 'processes', id)));
  assert.deepEqual(home.query('SELECT * FROM watches'), []);
  assert.equal(host.notifier.ledger.history().length, 2, 'what was said of them can still be read');
});

test('issue 11.5: a notification that nobody fetches keeps its process for a week, not for ever', async (t) => {
  const home = new NotifyHome(t, { retentionMs: 0, endedProtectionMs: 0, endedProcesses: 0 });
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const { id } = await home.run('echo done', { notifyOnComplete: true, session: '' });
  const { id: untold } = await home.run('echo done');
  await until(() => !host.engine.list().some((one) => one.id === untold), 'the one that owes nothing to go');
  assert.deepEqual(
    host.engine.list().map((one) => one.id),
    [id],
  );
  clock.at += 7 * 24 * 3_600_000 + 1;
  await until(() => host.engine.list().length === 0, 'the process to go');
  assert.equal(
    host.notifier.dispatcher.drain('')?.notifications[0]?.processId,
    id,
    'it is told all the same',
  );
});

test('what a calm breaker has counted outlives a restart, but not its time', async (t) => {
  const home = new NotifyHome(t, { breakerWindowMs: 10_000 });
  const clock = new Clock();
  const host = await home.open({ now: clock.now });
  const { id } = await home.run('echo READY', { watchPatterns: ['READY'] });
  await host.engine.wait(id);
  const scopes = () => home.query('SELECT scope FROM breakers ORDER BY scope').map((row) => row.scope);
  assert.deepEqual(scopes(), ['all', `session:${SESSION}`]);
  clock.at += 9_000;
  await home.reopen({ now: clock.now });
  assert.deepEqual(scopes(), ['all', `session:${SESSION}`]);
  clock.at += 2_000;
  await home.reopen({ now: clock.now });
  assert.deepEqual(scopes(), []);
});
