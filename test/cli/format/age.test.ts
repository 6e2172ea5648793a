import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAge } from '../../../src/cli/format/age.ts';

test('ages are short', () => {
  const cases: [number, string][] = [
    [0, '0s'],
    [45.9, '45s'],
    [18 * 60 + 59, '18m'],
    [2 * 3600 + 3 * 60, '2h3m'],
    [5 * 3600, '5h'],
    [47 * 3600, '47h'],
    [72 * 3600, '3d'],
  ];
  for (const [seconds, text] of cases) assert.equal(formatAge(seconds), text);
});
