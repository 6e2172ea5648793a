import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilPrinted } from '../engine/test-home.ts';
import { fates, matchOf, NotifyHome, until, whenTold } from './notify-home.ts';

test('a running process that nobody was to hear of can be asked to ring', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(whenTold('end'));
  const changed = await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  assert.equal(changed.notifyOnComplete, true);
  home.tell('end');
  await listener.has(1);
  assert.deepEqual(fates(host, id), ['completion delivered']);
});

test('a new watch looks at what is printed from now on', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0 });
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(`echo hit before; ${whenTold('go')}; echo hit after`);
  await untilPrinted(host.engine, id, 'before\n');
  await host.notifier.changeNotifyOptions(id, { watchPatterns: ['hit'] });
  home.tell('go');
  const [match] = await listener.has(1);
  assert.equal(matchOf(match).output, 'hit after');
});

test('another watch in place of the first', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0 });
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(`echo one two; ${whenTold('go')}; echo one; echo two`, {
    watchPatterns: ['one'],
  });
  await listener.has(1);
  await host.notifier.changeNotifyOptions(id, { watchPatterns: ['two'] });
  assert(host.notifier.isWaiting(id), 'the new one has not matched');
  home.tell('go');
  await listener.has(2);
  assert.deepEqual(
    listener.received.map((one) => matchOf(one).output),
    ['one two', 'two'],
  );
});

test('who hears of the end is not told of matches on the way', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0 });
  const host = await home.open();
  const { id } = await home.run(`${whenTold('go')}; echo hit`, { watchPatterns: ['hit'] });
  const changed = await host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  assert.deepEqual(changed.watchPatterns, []);
  home.tell('go');
  await host.engine.wait(id);
  assert.deepEqual(fates(host, id), ['completion pending']);
});

test('a pattern that cannot be watched for is refused by name, and everything stays as it was', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run(`${whenTold('go')}; echo hit`, { watchPatterns: ['hit'] });
  await assert.rejects(
    host.notifier.changeNotifyOptions(id, { watchPatterns: ['/(a)\\1/'] }),
    /backreference/,
  );
  home.tell('go');
  await host.engine.wait(id);
  assert.deepEqual(fates(host, id), ['watch_match pending']);
});

test('an ended process has nothing more to report', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('true');
  await host.engine.wait(id);
  const change = host.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  await assert.rejects(change, { code: 'already_exited' });
});

test('a process that ends while its wishes are changed is told or refused, never forgotten', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  for (let i = 0; i < 20; i += 1) {
    const { id } = await home.run('echo hit', { watchPatterns: ['no such line'] });
    const change = host.notifier.changeNotifyOptions(id, { notifyOnComplete: true }).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    await host.engine.wait(id);
    const outcome = await change;
    const expected = outcome === 'accepted' ? ['completion pending'] : [];
    assert.deepEqual(fates(host, id), expected, outcome);
    assert(outcome === 'accepted' || outcome === 'already_exited', outcome);
  }
});

test('a watch that its strikes have ended cannot be begun again: that is said, and the completion still comes', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 60_000, strikes: 1 });
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(`echo hit; ${whenTold('go')}; echo hit; ${whenTold('end')}`, {
    watchPatterns: ['hit'],
  });
  await listener.has(1);
  home.tell('go');
  await listener.has(2);
  await assert.rejects(host.notifier.changeNotifyOptions(id, { watchPatterns: ['other'] }), {
    code: 'bad_request',
  });
  home.tell('end');
  await listener.has(3);
  assert.deepEqual(listener.types, ['watch_match', 'watch_disabled', 'completion']);
});

test('issue 11.3: waiting is until the end, until a match, never for what is unknown', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { notifier, engine } = host;
  assert(!notifier.isWaiting('proc_000000000000'), 'unknown');
  const { id: silent } = await home.run('exec sleep 60');
  assert(notifier.isWaiting(silent), 'it can end, whether or not that is told');
  const { id: ending } = await home.run(whenTold('end'), { notifyOnComplete: true });
  assert(notifier.isWaiting(ending));
  const { id: watched } = await home.run(`${whenTold('print')}; echo READY; exec sleep 60`, {
    watchPatterns: ['READY'],
  });
  assert(notifier.isWaiting(watched));
  home.tell('print');
  await until(() => !notifier.isWaiting(watched), 'the match to end the waiting');
  home.tell('end');
  await engine.wait(ending);
  assert(!notifier.isWaiting(ending));
  const next = await home.reopen();
  assert(!next.notifier.isWaiting(watched), 'also after a restart');
});
