import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoment } from '../../../src/notify/texts/moment.ts';

function inZone<T>(zone: string, read: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return read();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

test('issue 11.14: a moment is local time, with how far that is from UTC', () => {
  const summer = Date.UTC(2026, 6, 2, 3, 4, 5);
  assert.equal(
    inZone('Europe/Berlin', () => formatMoment(summer)),
    '2026-07-02 05:04:05 +02:00',
  );
  assert.equal(
    inZone('America/St_Johns', () => formatMoment(summer)),
    '2026-07-02 00:34:05 -02:30',
  );
  assert.equal(
    inZone('UTC', () => formatMoment(0)),
    '1970-01-01 00:00:00 +00:00',
  );
});

test('a time that no calendar has is unknown', () => {
  assert.equal(formatMoment(Number.NaN), 'at an unknown time');
  assert.equal(formatMoment(1e20), 'at an unknown time');
});
