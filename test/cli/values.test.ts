import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseBytes,
  parseCount,
  parsePort,
  parseSeconds,
  parseTime,
  parseWholeSeconds,
} from '../../src/cli/values.ts';

const now = Date.parse('2026-01-31T12:00:00Z');

test('durations', () => {
  const cases: [string, number][] = [
    ['0', 0],
    ['90', 90],
    ['0.5', 0.5],
    ['10m', 600],
    ['2h', 7200],
    ['1d', 86_400],
  ];
  for (const [text, seconds] of cases) assert.equal(parseSeconds('timeout', text), seconds);
});

test('sizes', () => {
  const cases: [string, number][] = [
    ['65536', 65_536],
    ['64K', 65_536],
    ['64m', 67_108_864],
    ['1GiB', 1_073_741_824],
  ];
  for (const [text, bytes] of cases) assert.equal(parseBytes('log-limit', text), bytes);
});

test('times: an age, seconds since 1970, ISO', () => {
  const cases: [string, number][] = [
    ['10m', now - 600_000],
    ['1769860800', now],
    ['2026-01-31T12:00:00Z', now],
    ['2026-01-31', Date.parse('2026-01-31')],
  ];
  for (const [text, time] of cases) assert.equal(parseTime('since', text, now), time);
});

const wrong: [string, () => unknown][] = [
  ['--timeout', () => parseSeconds('timeout', '-1')],
  ['--timeout', () => parseSeconds('timeout', 'abc')],
  ['--timeout', () => parseSeconds('timeout', '')],
  ['--timeout', () => parseSeconds('timeout', '99999999999')],
  ['--max-runtime', () => parseWholeSeconds('max-runtime', '0')],
  ['--max-runtime', () => parseWholeSeconds('max-runtime', '1.5')],
  ['--limit', () => parseCount('limit', '1e3')],
  ['--limit', () => parseCount('limit', '9'.repeat(20))],
  ['--port', () => parsePort('port', '65536')],
  ['--log-limit', () => parseBytes('log-limit', '0')],
  ['--log-limit', () => parseBytes('log-limit', '5X')],
  ['--since', () => parseTime('since', 'yesterday', now)],
  ['--since', () => parseTime('since', '2026-99-99', now)],
];
for (const [index, [option, parse]] of wrong.entries()) {
  test(`a wrong value names its option: ${option} (${index})`, () => {
    assert.throws(parse, { name: 'UsageError', message: new RegExp(`^${option} must be`) });
  });
}
