import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogBudget, shareOfBudget } from '../../src/engine/log-budget.ts';

const mib = 1024 * 1024;
const whole = Number.POSITIVE_INFINITY;
const share = (count: number, availableMib: number, cap = whole, limitMib = 64) =>
  shareOfBudget({ limits: new Map([[limitMib * mib, count]]), availableBytes: availableMib * mib, cap });

test('64 logs of 64 MiB fit into 4 GiB, 65 get less, 5000 get 1 MiB each and no less', () => {
  assert.equal(share(64, 4096), whole);
  assert.equal(share(65, 4096), 32 * mib);
  assert.equal(share(500, 4096), 8 * mib);
  assert.equal(share(5000, 4096), mib);
});

test('small logs are left alone when large ones must shrink', () => {
  const limits = new Map([
    [2 * mib, 100],
    [1024 * mib, 8],
  ]);
  assert.equal(shareOfBudget({ limits, availableBytes: 4096 * mib, cap: whole }), 256 * mib);
});

test('the cap is raised again only when that leaves room', () => {
  assert.equal(share(64, 4096, 32 * mib), 32 * mib);
  assert.equal(share(48, 4096, 32 * mib), whole);
});

test('500 starts change the cap a few times, not 500', () => {
  const budget = new LogBudget(4096 * mib);
  const caps: number[] = [];
  budget.onCapChange = () => caps.push(budget.limitFor(whole));
  for (let i = 0; i < 500; i += 1) budget.add(64 * mib);
  assert.deepEqual(caps, [32 * mib, 16 * mib, 8 * mib]);
  for (let i = 0; i < 500; i += 1) budget.remove(64 * mib);
  assert.equal(budget.limitFor(64 * mib), 64 * mib);
});

test('what ended processes hold is taken from the running ones, unless they are pruned', () => {
  const budget = new LogBudget(100 * mib);
  budget.add(64 * mib);
  budget.setEndedBytes(50 * mib);
  assert.equal(budget.isOver, true);
  assert.equal(budget.allowedForEnded, 36 * mib);
  assert.equal(budget.limitFor(64 * mib), 32 * mib);
  budget.setEndedBytes(0);
  assert.equal(budget.limitFor(64 * mib), 64 * mib);
});
