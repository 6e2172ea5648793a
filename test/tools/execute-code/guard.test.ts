import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryGuard } from '../../../src/tools/execute-code/guard.ts';

test('one look that took too long to be exact stops no script, several in a row do', () => {
  const memory = new MemoryGuard(1);
  const guess = () => memory.isOver([process.pid], -1);
  assert.deepEqual([guess(), guess(), guess(), guess()], [false, false, false, true]);
});

test('an exact look counts at once, and sets the guesses back', () => {
  const over = new MemoryGuard(1);
  assert.equal(over.isOver([process.pid], 60_000), true);
  const memory = new MemoryGuard(1);
  const guess = () => memory.isOver([process.pid], -1);
  assert.deepEqual([guess(), guess(), guess()], [false, false, false]);
  memory.isOver([process.pid], 60_000);
  assert.equal(guess(), false);
});
