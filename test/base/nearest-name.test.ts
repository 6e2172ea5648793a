import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from '../../src/base/nearest-name.ts';

test('the nearest name is one that a slip of the finger explains', () => {
  const names = ['host', 'port', 'user', 'variables'];
  for (const slip of ['hst', 'hots', 'hostt', 'HOST', 'hist']) assert.equal(nearestName(slip, names), 'host');
  assert.equal(nearestName('varables', names), 'variables');
  for (const other of ['colour', 'x', '']) assert.equal(nearestName(other, names), undefined);
});
