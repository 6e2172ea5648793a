import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fates, matchOf, NotifyHome, policyOf, until, whenTold } from './notify-home.ts';

function hasExit(home: NotifyHome, id: string): boolean {
  return existsSync(join(home.folder, 'processes', id, 'exit'));
}

function forgetDatabase(home: NotifyHome): void {
  for (const name of ['engine.db', 'engine.db-wal', 'engine.db-shm'])
    rmSync(join(home.folder, name), { force: true });
}

test('scanning goes on where it was: no line counts twice, and what was printed meanwhile is found', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0 });
  await home.open();
  const { id } = await home.run(
    `echo hit 1; printf 'hit '; ${whenTold('alone')}; echo 2; echo hit 3; echo done > $HOME_FOLDER/printed; ${whenTold('again')}; echo hit 4`,
    { watchPatterns: ['hit'] },
  );
  const before = home.listen();
  await before.has(1);
  await home.close();
  home.tell('alone');
  await until(() => existsSync(join(home.folder, 'printed')), 'output while nobody was there');
  const host = await home.open();
  const after = home.listen();
  await after.has(1);
  home.tell('again');
  await host.engine.wait(id);
  assert.deepEqual(
    host.notifier.ledger
      .history({ processId: id })
      .reverse()
      .map((one) => matchOf(one).output),
    ['hit 1', 'hit 2\nhit 3', 'hit 4'],
  );
});

test('a prompt that was told is not told again by the next engine', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0, quietLineMs: 20 });
  await home.open();
  const { id } = await home.run(`printf 'hit? '; ${whenTold('alone')}; echo yes; echo hit again`, {
    watchPatterns: ['hit'],
  });
  await home.listen().has(1);
  const host = await home.reopen();
  home.tell('alone');
  await host.engine.wait(id);
  assert.deepEqual(
    host.notifier.ledger
      .history({ processId: id })
      .reverse()
      .map((one) => matchOf(one).output),
    ['hit? ', 'hit again'],
  );
});

test('spacing and its counts survive: what was dropped before the restart is told after it', async (t) => {
  const home = new NotifyHome(t);
  let now = Date.now();
  await home.open({ now: () => now });
  const { id } = await home.run(
    `echo hit 1; ${whenTold('two')}; echo hit 2; ${whenTold('three')}; echo hit 3; ${whenTold('four')}; echo hit 4`,
    { watchPatterns: ['hit'] },
  );
  const dropped = () => policyOf(home, id).suppressed;
  await home.listen().has(1);
  home.tell('two');
  await until(() => dropped() === 1, 'the first drop');
  await home.reopen({ now: () => now });
  home.tell('three');
  await until(() => dropped() === 2, 'the second drop, in the window that began before');
  now += 15_000;
  home.tell('four');
  const [match] = await home.listen().has(1);
  assert.equal(matchOf(match).output, 'hit 4');
  assert.equal(matchOf(match).suppressed, 2);
});

test('ended while nobody was there: its matches are heard before its end is known', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id } = await home.run(`${whenTold('alone')}; echo READY`, { watchPatterns: ['READY'] });
  await home.close();
  home.tell('alone');
  await until(() => hasExit(home, id), 'its end');
  await home.open();
  const [match] = await home.listen().has(1);
  assert.equal(matchOf(match).output, 'READY');
});

test('closed in the middle of the last look: the next engine looks at the rest before it records the end', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id } = await home.run(
    `${whenTold('alone')}; head -c 30000000 /dev/zero | tr '\\0' '\\n'; echo READY; touch $HOME_FOLDER/printed; ${whenTold('end')}`,
    { watchPatterns: ['READY'] },
  );
  await home.close();
  home.tell('alone');
  await until(() => existsSync(join(home.folder, 'printed')), 'much to look at');
  const busy = await home.open();
  home.tell('end');
  await until(() => hasExit(home, id), 'its end');
  // A start under way is waited for; meanwhile nothing more is looked at.
  const start = home.run('true');
  await home.close();
  await start;
  assert.equal(busy.notifier.hasOpenTimer, false);
  const next = await home.open();
  await next.engine.wait(id);
  assert.deepEqual(fates(next, id), ['watch_match pending']);
});

test('bytes that were dropped from the log before anybody scanned them are counted in the next match', async (t) => {
  const home = new NotifyHome(t, { logLimitBytes: 65_536, logHeadBytes: 4_096, spacingMs: 0 });
  await home.open();
  const { id } = await home.run(
    `echo hit 1; ${whenTold('alone')}; seq -f %015.0f 0 49999; echo hit 2; ${whenTold('end')}`,
    { watchPatterns: ['hit'] },
  );
  await home.listen().has(1);
  await home.close();
  home.tell('alone');
  const host = await home.open();
  await until(() => host.engine.end(id) === 16 * 50_000 + 2 * 'hit 1\n'.length, 'all output');
  const [match] = await home.listen().has(1);
  const event = matchOf(match);
  assert.equal(event.output, 'hit 2');
  const gaps: number[] = [];
  for await (const piece of host.engine.readRaw(id, { from: 0, to: event.offset }))
    if (piece.type === 'gap') gaps.push(piece.to - piece.from);
  const gone = gaps.reduce((sum, one) => sum + one, 0);
  assert(gone > 600_000, 'the middle is gone');
  assert(event.unscanned_bytes > 0 && event.unscanned_bytes <= gone, `${event.unscanned_bytes} of ${gone}`);
  home.tell('end');
});

test('a deleted database: what runs is adopted with its wishes, what ended counts as told', async (t) => {
  const home = new NotifyHome(t);
  const first = await home.open();
  const { id: running } = await home.run(`${whenTold('end')}; echo late`, { notifyOnComplete: true });
  const { id: watched } = await home.run(`${whenTold('end')}; echo READY`, { watchPatterns: ['READY'] });
  const ended = [
    await home.run('echo READY', { notifyOnComplete: true }),
    await home.run('echo READY', { watchPatterns: ['READY'] }),
  ];
  for (const { id } of ended) await first.engine.wait(id);
  await home.close();
  forgetDatabase(home);
  const host = await home.open();
  const listener = home.listen();
  home.tell('end');
  await Promise.all([running, watched].map((id) => host.engine.wait(id)));
  await listener.has(2);
  assert.deepEqual(fates(host, running), ['completion delivered']);
  assert.deepEqual(fates(host, watched), ['watch_match delivered']);
  for (const { id } of ended) assert.deepEqual(fates(host, id), [], 'everybody was told long ago');
});

test('a deleted database: wishes that were changed later are adopted as they are now', async (t) => {
  const home = new NotifyHome(t);
  const first = await home.open();
  const { id } = await home.run(whenTold('end'));
  await first.notifier.changeNotifyOptions(id, { notifyOnComplete: true });
  await home.close();
  forgetDatabase(home);
  await home.open();
  home.tell('end');
  const [completion] = await home.listen().has(1);
  assert.equal(completion?.processId, id);
});
