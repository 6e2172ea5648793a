import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from '../../src/base/backoff.ts';

test('it backs off from half a second to a minute, doubling', () => {
  const waits = Array.from({ length: 10 }, (_, attempts) => backoffMs(attempts, 0.5));
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  assert.equal(backoffMs(10_000, 0.5), 60_000);
});

test('the jitter is a quarter in either direction', () => {
  assert.deepEqual([backoffMs(1, 0), backoffMs(1, 1)], [750, 1250]);
});

test('an agent that wants to be left alone for longer is, for an hour at most', () => {
  assert.equal(backoffMs(0, 0.5, 5_000), 5_000);
  assert.equal(backoffMs(9, 0.5, 5_000), 60_000);
  assert.equal(backoffMs(0, 0.5, 10 ** 9), 3_600_000);
});
