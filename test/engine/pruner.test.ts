import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { finish, run, TestHome, until } from './test-home.ts';

test('an ended process goes with its keep after its retention, a running one never', async (t) => {
  const home = new TestHome(t, { retentionMs: 50, endedProtectionMs: 0 });
  const engine = await home.open();
  const running = await run(engine, 'exec sleep 60');
  const { id } = await finish(engine, 'true');
  await until(() => !existsSync(home.keep(id)), 'the keep to go');
  await until(() => engine.list().length === 1, 'the row to go');
  assert.throws(() => engine.get(id), { code: 'not_found' });
  assert.equal(engine.get(running.id).life.state, 'running');
  assert(existsSync(home.keep(running.id)));
});

test('at most so many ended ones are kept, the newest', async (t) => {
  const home = new TestHome(t, { endedProcesses: 3, endedProtectionMs: 0 });
  const engine = await home.open();
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) ids.push((await finish(engine, 'true')).id);
  await until(() => engine.list().length === 3, 'three to be left');
  assert.deepEqual(
    engine.list().map(({ id }) => id),
    ids.slice(3).reverse(),
  );
});

test('none goes within its protection', async (t) => {
  const home = new TestHome(t, { endedProcesses: 0, retentionMs: 0, endedProtectionMs: 60_000 });
  const engine = await home.open();
  const { id } = await finish(engine, 'true');
  await engine.close();
  const second = await home.open();
  await finish(second, 'true');
  assert.equal(second.list().length, 2);
  assert(existsSync(home.keep(id)));
});

test('what is due at the start of an engine is pruned then', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await finish(first, 'true');
  await first.close();
  const second = await home.open({
    config: {
      ...(await import('../../src/base/config.ts')).defaultConfig,
      retentionMs: 0,
      endedProtectionMs: 0,
    },
  });
  await until(() => second.list().length === 0, 'it to go');
  assert(!existsSync(home.keep(id)));
});

test('a process whose left-behind server still prints is spared', async (t) => {
  const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 0 });
  const engine = await home.open();
  const { id } = await finish(engine, '(while :; do echo tick; sleep 0.05; done) & exit 0');
  await finish(engine, 'true');
  await until(() => engine.list().length === 1, 'the other one to go');
  assert.equal(engine.list()[0]?.id, id);
});

test('promise 7: more running processes than the budget holds get smaller logs', async (t) => {
  const mib = 1024 * 1024;
  const home = new TestHome(t, { homeLogBytes: 8 * mib, logLimitBytes: 4 * mib, logHeadBytes: 65536 });
  const engine = await home.open();
  const { id } = await run(engine, 'head -c 3500000 /dev/zero | tr "\\0" x; echo; read x', { stdin: true });
  const bytesKept = async () => {
    let kept = 0;
    for await (const event of engine.readRaw(id, { from: 0, to: 4 * mib }))
      if (event.type === 'output') kept += event.bytes.length;
    return kept;
  };
  await until(async () => (await bytesKept()) === 3_500_001, 'all of it to be printed and kept');
  for (let i = 0; i < 3; i += 1) await run(engine, 'exec sleep 60');
  await until(async () => (await bytesKept()) <= 2 * mib, 'the log to shrink to its share');
});

test('a cgroup named by a damaged keep is not followed out of its mount', async (t) => {
  const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 100 });
  const engine = await home.open();
  const victim = mkdtempSync(join(tmpdir(), 'ringback-victim-'));
  t.after(() => rmdirSync(victim));
  const { id } = await finish(engine, 'true');
  writeFileSync(
    home.keep(id, 'meta'),
    `pid=1\nkeeper_pid=1\nstarted_at=1\ncgroup=/sys/fs/cgroup/../../..${victim}\n`,
  );
  await until(() => !existsSync(home.keep(id)), 'the keep to go');
  assert(existsSync(victim));
});

test('issue 11.11: the id of a pruned process starts nothing again, also after a restart', async (t) => {
  const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 0 });
  const engine = await home.open();
  const id = 'proc_0123456789ab';
  await finish(engine, 'exit 3', { id });
  await until(() => engine.list().length === 0, 'it to go');
  const wanted = { code: 'already_ran', message: /already ran.*exit code 3/ };
  await assert.rejects(run(engine, 'exit 3', { id }), wanted);
  await engine.close();
  const next = await home.open();
  await assert.rejects(run(next, 'exit 3', { id }), wanted);
});

test('issue 11.11: it is forgotten when nobody can repeat the call any more', async (t) => {
  const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 0, callIdMs: 1 });
  const engine = await home.open();
  const id = 'proc_0123456789ab';
  await finish(engine, 'exit 3', { id });
  await until(() => engine.list().length === 0, 'it to go');
  const isForgotten = () =>
    finish(engine, 'exit 4', { id }).then(
      () => true,
      ({ code }) => code !== 'already_ran',
    );
  await until(isForgotten, 'it to be forgotten');
});
