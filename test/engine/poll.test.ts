import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestEngine, run, until, untilPrinted } from './test-home.ts';

/** A child that ends after some work, and one that holds 30 MB; the command itself waits. */
const TREE = `sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'
sh -c 'held=$(head -c 30000000 /dev/zero | tr "\\0" x); echo held; sleep 1000; : $held' & wait`;

test('poll tells what the whole tree of a running process uses, its dead members included', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, TREE, { shell: '/bin/sh' });
  await untilPrinted(engine, id, 'held');
  const { usage } = (await engine.poll(id)).process;
  assert.ok(usage && usage.memoryBytes >= 30_000_000, `${usage?.memoryBytes} bytes`);
  assert.ok(usage.cpuSeconds > 0.05 && usage.cpuSeconds < 60, `${usage.cpuSeconds} s`);
  await engine.kill(id);
  assert.equal((await engine.poll(id)).process.usage, undefined);
});

test('the processor time in poll grows with the work', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'while :; do :; done', { shell: '/bin/sh' });
  const used = async () => (await engine.poll(id)).process.usage?.cpuSeconds ?? 0;
  const before = await used();
  await until(async () => (await used()) >= before + 0.1, 'processor time');
});
