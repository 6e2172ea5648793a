import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAge } from '../../src/base/age.ts';

test('issue 11.14: short ages', () => {
  const second = 1_000;
  const hour = 3_600 * second;
  const ages: readonly [number, string][] = [
    [0, '0s'],
    [999, '0s'],
    [45 * second, '45s'],
    [60 * second, '1m'],
    [65 * second, '1m5s'],
    [599 * second, '9m59s'],
    [605 * second, '10m'],
    [18 * 60 * second + 59 * second, '18m'],
    [hour, '1h'],
    [2 * hour + 3 * 60 * second, '2h3m'],
    [47 * hour, '47h'],
    [5 * 24 * hour, '5d'],
    [-5 * second, '0s'],
  ];
  for (const [milliseconds, age] of ages) assert.equal(formatAge(milliseconds), age);
});
