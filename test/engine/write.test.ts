import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notInstalled } from '../testbed/not-installed.ts';
import { finish, openTestEngine, run, untilPrinted } from './test-home.ts';

test('write, submit and close reach a pipe', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'cat; echo end', { stdin: true });
  assert.deepEqual(await engine.write(id, Buffer.from('a')), { bytesWritten: 1 });
  assert.deepEqual(await engine.submit(id, 'b'), { bytesWritten: 2 });
  await engine.closeInput(id);
  const { output } = await engine.wait(id);
  assert.equal(output, 'ab\nend\n');
});

test('the same ticket twice types once', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'cat', { stdin: true });
  const ticket = { writer: 9n, seq: 1n };
  assert.deepEqual(await engine.submit(id, 'once', ticket), { bytesWritten: 5 });
  assert.deepEqual(await engine.submit(id, 'once', ticket), { bytesWritten: 5 });
  assert.deepEqual(await engine.submit(id, 'twice', { writer: 9n, seq: 2n }), { bytesWritten: 6 });
  await engine.closeInput(id);
  const { output } = await engine.wait(id);
  assert.equal(output, 'once\ntwice\n');
});

test('a write larger than a frame arrives whole and in order', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'sha256sum', { stdin: true });
  const data = Buffer.alloc(500_000, 'abcdefghijk');
  assert.deepEqual(await engine.write(id, data), { bytesWritten: 500_000 });
  await engine.closeInput(id);
  const { output } = await engine.wait(id);
  const { createHash } = await import('node:crypto');
  assert.equal(output, `${createHash('sha256').update(data).digest('hex')}  -\n`);
});

test('large writes at the same time arrive whole, one after the other', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'fold -w 150000; echo', { stdin: true });
  const letters = ['a', 'b', 'c', 'd'];
  await Promise.all(letters.map((letter) => engine.write(id, Buffer.alloc(150_000, letter))));
  await engine.closeInput(id);
  await engine.wait(id);
  const { output } = await engine.log(id);
  assert.equal(output, letters.map((letter) => `${letter.repeat(150_000)}\n`).join(''));
});

test('a process that does not read its input says so when it is full', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'sleep 60', { stdin: true });
  const { bytesWritten } = await engine.write(id, Buffer.alloc(3_000_000));
  assert(bytesWritten > 900_000 && bytesWritten < 1_300_000, String(bytesWritten));
  await assert.rejects(engine.write(id, Buffer.alloc(100_000)), { code: 'stdin_full' });
});

test('without stdin the input is empty, and a write says how to start it', async (t) => {
  const engine = await openTestEngine(t);
  assert.equal((await finish(engine, 'cat; echo done')).output, 'done\n');
  const { id } = await run(engine, 'sleep 60');
  await assert.rejects(engine.write(id, Buffer.from('x')), { code: 'no_stdin', hint: /stdin.*pty/ });
});

test('an ended process takes no input', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await finish(engine, 'true', { stdin: true });
  await assert.rejects(engine.write(id, Buffer.from('x')), { code: 'already_exited' });
  await assert.rejects(engine.closeInput(id), { code: 'already_exited' });
});

test('an interactive program in a terminal: python3 adds 1+1', {
  skip: notInstalled('python3'),
}, async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'python3 -q', { pty: true });
  await untilPrinted(engine, id, '>>> ');
  await engine.submit(id, '1+1');
  await untilPrinted(engine, id, '\n2\r\n>>> ');
  assert.match((await engine.log(id)).output, /^2$/m);
  await engine.closeInput(id);
  const { status } = await engine.wait(id);
  assert.equal(status, 'ended');
});

test('a terminal has the size it was given and is resized', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'stty size; read x; stty size', { pty: true });
  await untilPrinted(engine, id, '30 120');
  await engine.resize(id, { cols: 99, rows: 40 });
  await engine.submit(id, '');
  await engine.wait(id);
  assert.match((await engine.log(id)).output, /^40 99$/m);
  const { size, changes } = engine.resizes(id, { from: 0, to: engine.end(id) });
  assert.deepEqual(size, { cols: 120, rows: 30 });
  assert.deepEqual(
    changes.map(({ cols, rows }) => ({ cols, rows })),
    [{ cols: 99, rows: 40 }],
  );
});

test('a process without a terminal cannot be resized', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'sleep 60');
  await assert.rejects(engine.resize(id, { cols: 80, rows: 24 }), { code: 'no_terminal' });
  await assert.rejects(engine.resize(id, { cols: 0, rows: 24 }), { code: 'bad_request' });
});

test('poll says when a process waits for input', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'echo ready; read x; sleep 60', { stdin: true });
  await untilPrinted(engine, id, 'ready');
  while (!(await engine.poll(id)).waitingInput);
  await engine.submit(id, '');
  while ((await engine.poll(id)).waitingInput);
});
