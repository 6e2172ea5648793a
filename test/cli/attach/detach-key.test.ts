import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beforeDetachKey } from '../../../src/cli/attach/detach-key.ts';

const before = (keys: string) => beforeDetachKey(Buffer.from(keys))?.toString();

test('Ctrl-] is found in each form, and what was typed before it is kept', () => {
  assert.equal(before('\x1d'), '');
  assert.equal(before('ab\x1dcd'), 'ab');
  assert.equal(before('ab\x1b[93;5u'), 'ab');
  assert.equal(before('\x1b[27;5;93~x'), '');
});

test('other keys are not', () => {
  assert.equal(before(']'), undefined);
  assert.equal(before('\x1b[A'), undefined);
});
