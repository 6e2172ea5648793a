import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { MemoryGuard } from '../../../src/tools/execute-code/guard.ts';

const noTime = -1;

function startProcess(context: TestContext): number {
  const child = spawn('sleep', ['1000']);
  context.after(() => child.kill());
  assert.ok(child.pid);
  return child.pid;
}

test('one exact look is enough', () => {
  assert.equal(new MemoryGuard(1).isOver([process.pid]), true);
  assert.equal(new MemoryGuard(Number.MAX_SAFE_INTEGER).isOver([process.pid]), false);
});

test('exact figures that take long are read over several looks, while the processes stay the same', (context) => {
  const pids = [process.pid, startProcess(context), startProcess(context)];
  const memory = new MemoryGuard(1);
  const look = () => memory.isOver(pids, noTime);
  assert.deepEqual([look(), look(), look()], [false, false, true]);
});

test('processes that keep changing are stopped by the sum, after several looks', (context) => {
  const memory = new MemoryGuard(1);
  const look = () => memory.isOver([process.pid, startProcess(context)], noTime);
  assert.deepEqual([look(), look(), look(), look()], [false, false, false, true]);
});

test('a look at processes that have not changed begins the count of estimates again', (context) => {
  const memory = new MemoryGuard(1);
  const other = [process.pid, startProcess(context), startProcess(context)];
  const change = () => memory.isOver([process.pid, startProcess(context)], noTime);
  assert.deepEqual([change(), change()], [false, false]);
  assert.deepEqual([memory.isOver(other, noTime), memory.isOver(other, noTime)], [false, false]);
  assert.deepEqual([change(), change(), change(), change()], [false, false, false, true]);
});
