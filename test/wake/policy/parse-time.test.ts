import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime } from '../../../src/wake/policy/parse-time.ts';

const now = Date.parse('2026-11-16T12:00Z'); // 13:00 in Berlin

test('times as people and models write them', () => {
  const cases: Record<string, string | undefined> = {
    '09:00': '2026-11-17T08:00',
    '9:00': '2026-11-17T08:00',
    '23:15': '2026-11-16T22:15',
    '13:00': '2026-11-17T12:00',
    '2026-12-31T09:00': '2026-12-31T08:00',
    '2026-12-31 09:00:00': '2026-12-31T08:00',
    '2026-12-31': '2026-12-30T23:00',
    '2026-12-31T09:00Z': '2026-12-31T09:00',
    '2026-12-31T09:00+05:30': '2026-12-31T03:30',
    '2027-03-28T02:30': '2027-03-28T01:00',
    '2026-02-31': undefined,
    '2026-02-31T09:00Z': undefined,
    '25:00': undefined,
    '9': undefined,
    tomorrow: undefined,
    '': undefined,
  };
  for (const [text, wanted] of Object.entries(cases)) {
    const time = parseTime(text, 'Europe/Berlin', now);
    assert.equal(time && new Date(time).toISOString().slice(0, 16), wanted, text);
  }
});
