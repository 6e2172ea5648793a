import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, openTestEngine, run } from './test-home.ts';

test('an id may be shortened to an unambiguous prefix of 4 digits', async (t) => {
  const engine = await openTestEngine(t);
  await run(engine, 'true', { id: 'proc_abcd00000001' });
  await run(engine, 'true', { id: 'proc_abcd00000002' });
  await run(engine, 'true', { id: 'proc_abce00000001' });
  assert.equal(engine.resolve('abce'), 'proc_abce00000001');
  assert.equal(engine.resolve('proc_ABCE0'), 'proc_abce00000001');
  assert.equal(engine.resolve('proc_abcd00000002'), 'proc_abcd00000002');
  assert.throws(() => engine.resolve('abcd'), { code: 'ambiguous' });
  for (const wrong of ['abc', 'abcf', '', 'proc_', 'zzzz', 'abce%', 'proc_abce000000010']) {
    assert.throws(() => engine.resolve(wrong), { code: 'not_found' }, wrong);
  }
  assert.throws(() => engine.get('proc_ffffffffffff'), { code: 'not_found' });
});

test('list is newest first, and can be narrowed', async (t) => {
  const engine = await openTestEngine(t);
  const first = await finish(engine, 'true', { session: 's', task: 't' });
  const second = await run(engine, 'sleep 60', { session: 's' });
  const third = await run(engine, 'sleep 60', { session: 'other', task: 't' });
  const ids = (filter = {}) => engine.list(filter).map(({ id }) => id);
  assert.deepEqual(ids(), [third.id, second.id, first.id]);
  assert.deepEqual(ids({ session: 's' }), [second.id, first.id]);
  assert.deepEqual(ids({ task: 't', includeEnded: false }), [third.id]);
});

test('what is active is known for all, a task and a session', async (t) => {
  const engine = await openTestEngine(t);
  assert.equal(engine.hasActive(), false);
  await finish(engine, 'true', { session: 'gone', task: 'gone' });
  await run(engine, 'sleep 60', { session: 's', task: 't' });
  assert.equal(engine.runningCount, 1);
  assert.equal(engine.hasActive(), true);
  assert.equal(engine.isActiveForTask('t'), true);
  assert.equal(engine.isActiveForTask('gone'), false);
  assert.equal(engine.isActiveForSession('s'), true);
  assert.equal(engine.isActiveForSession('s', { ignoreOlderThanMs: 60_000 }), true);
  assert.equal(engine.isActiveForSession('s', { ignoreOlderThanMs: -1000 }), false);
  assert.equal(engine.isActiveForSession('gone'), false);
});

test('wait gives up after its time or when it is told to, and the process runs on', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'echo so far; sleep 60');
  const waited = await engine.wait(id, { timeoutMs: 100 });
  assert.equal(waited.status, 'timeout');
  assert.equal(waited.output, 'so far\n');
  await assert.rejects(engine.wait(id, { signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' });
  await assert.rejects(engine.wait(id, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(engine.get(id).life.state, 'running');
});

test('the end is told once to each listener', async (t) => {
  const engine = await openTestEngine(t);
  const told: string[] = [];
  const stop = engine.onEnded((process) => told.push(process.id));
  const { id } = await finish(engine, 'true');
  await engine.kill(id);
  stop();
  await finish(engine, 'true');
  assert.deepEqual(told, [id]);
});

const wrong: [string, Record<string, unknown>, RegExp][] = [
  ['an empty command', { command: '  ' }, /empty/],
  ['NUL in the command', { command: 'a\0b' }, /NUL/],
  ['a lone surrogate in the command', { command: 'echo \ud800' }, /surrogate/],
  ['a relative folder', { cwd: 'tmp' }, /absolute/],
  ['NUL in a variable', { env: { A: 'x\0env=EVIL=1' } }, /"A"/],
  ['= in the name of a variable', { env: { 'A=B': 'x' } }, /"A=B"/],
  ['an id of another form', { id: '../../etc' }, /not a process id/],
  ['no time at all', { maxRuntimeSeconds: 0 }, /maxRuntimeSeconds/],
  ['a terminal without columns', { size: { cols: 0, rows: 1 } }, /cols/],
];
test('bad input is refused by name before anything is started', async (t) => {
  const engine = await openTestEngine(t);
  for (const [name, request, message] of wrong) {
    await assert.rejects(run(engine, 'true', request), { code: 'bad_request', message }, name);
  }
  await assert.rejects(run(engine, 'true', { env: { A: 'x'.repeat(9_000_000) } }), {
    code: 'bad_request',
    message: /8 MiB/,
  });
  assert.deepEqual(engine.list(), []);
});
