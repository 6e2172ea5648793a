import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsElapsed, firstDue, MOST_MISSED, nextDue } from '../../../src/wake/policy/schedule.ts';

const now = Date.parse('2026-01-31T12:00Z');
const daily = { kind: 'every', cron: '0 9 * * *', zone: 'UTC' } as const;
const minutely = { kind: 'every', seconds: 60 } as const;

test('when it first rings', () => {
  assert.equal(firstDue({ kind: 'after', seconds: 1.5 }, now), now + 1500);
  assert.equal(firstDue({ kind: 'at', time: now + 7 }, now), now + 7);
  assert.equal(firstDue(minutely, now), now + 60_000);
  assert.equal(firstDue(daily, now), Date.parse('2026-02-01T09:00Z'));
});

test('what rings once does not ring again', () => {
  assert.deepEqual(nextDue({ kind: 'at', time: now }, now, now), { dueAt: undefined, missed: 0 });
  assert.deepEqual(nextDue({ kind: 'after', seconds: 1 }, now, now + 10), { dueAt: undefined, missed: 0 });
});

test('an interval keeps its beat, and rings once for what it missed', () => {
  assert.deepEqual(nextDue(minutely, now, now + 5), { dueAt: now + 60_000, missed: 0 });
  assert.deepEqual(nextDue(minutely, now, now + 59_999), { dueAt: now + 60_000, missed: 0 });
  assert.deepEqual(nextDue(minutely, now, now + 60_000), { dueAt: now + 120_000, missed: 1 });
  assert.deepEqual(nextDue(minutely, now, now + 605_000), { dueAt: now + 660_000, missed: 10 });
});

test('so does a cron expression, however long ago it was', () => {
  const at = (text: string) => Date.parse(text);
  assert.deepEqual(nextDue(daily, at('2026-01-01T09:00Z'), at('2026-01-01T09:00:01Z')), {
    dueAt: at('2026-01-02T09:00Z'),
    missed: 0,
  });
  assert.deepEqual(nextDue(daily, at('2026-01-01T09:00Z'), at('2026-01-08T10:00Z')), {
    dueAt: at('2026-01-09T09:00Z'),
    missed: 7,
  });
  assert.deepEqual(nextDue(daily, at('2020-01-01T09:00Z'), at('2026-01-08T10:00Z')), {
    dueAt: at('2026-01-09T09:00Z'),
    missed: MOST_MISSED,
  });
});

test('intervals count time that passes, times go by the clock', () => {
  assert.deepEqual([minutely, { kind: 'after', seconds: 1 } as const].map(countsElapsed), [true, true]);
  assert.deepEqual([daily, { kind: 'at', time: now } as const].map(countsElapsed), [false, false]);
});
