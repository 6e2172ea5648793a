import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isZone, toInstant, toWall } from '../../../src/wake/policy/zone.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
];

test('what a clock shows at an instant is shown then, or was shown before', () => {
  const instants = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
      const wall = toWall(instant, zone);
      const first = toInstant(wall, zone);
      assert.equal(toWall(first, zone), wall);
      // In an overlap it is the first of two, at most an hour before; on Samoa no day is shown twice either.
      assert(instant - first >= 0 && instant - first <= 3_600_000, `${zone} ${instant - first}`);
    }),
  );
});

test('what a clock skips is the end of what it skips, also where that is a whole day', () => {
  const at = (wall: string, zone: string) => new Date(toInstant(Date.parse(`${wall}Z`), zone)).toISOString();
  assert.equal(at('2026-03-29T02:00', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  assert.equal(at('2026-03-29T02:59', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  // Samoa had no 30 December 2011.
  assert.equal(at('2011-12-30T12:00', 'Pacific/Apia'), '2011-12-30T10:00:00.000Z');
});

test('a zone is one that there is', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isZone), [true, true, false, false]);
});
