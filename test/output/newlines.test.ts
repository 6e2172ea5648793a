import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behindNewline, countNewlines } from '../../src/output/newlines.ts';
import { naiveLine } from './keep-builder.ts';
import { createRandom } from './random.ts';

test('newlines are counted in buffers of any alignment, length and content', () => {
  const random = createRandom(7);
  for (let i = 0; i < 500; i += 1) {
    const all = Buffer.alloc(random.between(0, 200));
    // Neighbours of a newline in every bit are where a word-wise count goes wrong.
    for (let k = 0; k < all.length; k += 1) all[k] = random.pick([10, 10, 11, 0, 0x8a, 0x0b, 0xff, 9]);
    const bytes = all.subarray(random.between(0, all.length));
    assert.equal(countNewlines(bytes), naiveLine(bytes, bytes.length));
  }
});

test('the place behind the n-th newline', () => {
  const bytes = Buffer.from('a\n\nbc\nd');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((n) => behindNewline(bytes, n)),
    [0, 2, 3, 6, undefined],
  );
});
