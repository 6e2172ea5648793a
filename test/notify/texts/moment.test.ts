import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoment } from '../../../src/notify/texts/moment.ts';

test('a moment is a time that stays the same however late it is read', () => {
  assert.equal(formatMoment(0), '1970-01-01 00:00:00 UTC');
  assert.equal(formatMoment(Number.NaN), 'at an unknown time');
  assert.equal(formatMoment(1e20), 'at an unknown time');
});
