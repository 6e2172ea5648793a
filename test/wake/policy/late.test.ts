import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainLate, type Past } from '../../../src/wake/policy/late.ts';

const past: Past = { bootedAt: 100_000, openedAt: 200_000 };
const reason = (dueAt: number, more: Partial<Past> = {}) =>
  explainLate(dueAt, 1_000_000, { ...past, ...more })?.late_reason;

test('what is hardly late is not worth a word', () => {
  assert.equal(explainLate(999_000, 1_000_000, past), undefined);
  assert.deepEqual(explainLate(900_000, 1_000_000, past), { late_ms: 100_000, late_reason: 'busy' });
});

test('why it is late', () => {
  assert.equal(reason(50_000), 'machine_off');
  assert.equal(reason(150_000), 'not_running');
  assert.equal(reason(500_000, { slept: { from: 400_000, to: 900_000 } }), 'asleep');
  assert.equal(reason(300_000, { slept: { from: 400_000, to: 900_000 } }), 'busy');
  assert.equal(reason(500_000, { skipped: { from: 400_000, to: 900_000 } }), 'clock_set');
});
