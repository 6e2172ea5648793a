import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from '../../../src/delegate/child/read-lines.ts';
import { allOf } from '../all-of.ts';

async function lines(longest: number, ...chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  async function* given() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  return allOf(readLines(given(), longest));
}

test('lines come whole, however they were cut into pieces', async () => {
  const bytes = Buffer.from('eins ü\r\n\nzwei\n');
  for (let at = 0; at <= bytes.length; at += 1)
    assert.deepEqual(await lines(100, bytes.subarray(0, at), bytes.subarray(at)), ['eins ü', '', 'zwei']);
});

test('the last line needs no end', async () => {
  assert.deepEqual(await lines(100, 'one\ntw', 'o'), ['one', 'two']);
});

test('of a line that is too long only the beginning is kept', async () => {
  assert.deepEqual(await lines(4, 'abc', 'def', 'ghi\njk\n'), ['abcd', 'jk']);
});
