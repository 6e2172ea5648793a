import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPieces, lastCharacters } from '../../src/output/text.ts';

const output = (offset: number, text: string | Buffer) =>
  ({ type: 'output', offset, bytes: Buffer.from(text) }) as const;

test('pieces become one text; what is missing is a line of its own', () => {
  const bell = Buffer.from('🔔');
  const pieces = [
    output(0, 'bash: no job control in this shell\nhello wo'),
    output(43, Buffer.concat([Buffer.from('rld'), bell.subarray(0, 2)])),
    { type: 'gap', from: 48, to: 60 } as const,
    output(60, Buffer.concat([bell.subarray(2), Buffer.from('again\n')])),
  ];
  assert.equal(cleanPieces(pieces), 'hello world\n[12 bytes of output were not kept]\nagain\n');
  assert.equal(cleanPieces([]), '');
});

test('half a character at the end waits while more may come', () => {
  const half = output(5, Buffer.from([0x61, 0xc3]));
  assert.equal(cleanPieces([half]), 'a');
  assert.equal(cleanPieces([half], { isFinal: true }), 'a\ufffd');
});

test('the last characters begin with a line where something was cut', () => {
  assert.equal(lastCharacters('one\ntwo\nthree\n', 100), 'one\ntwo\nthree\n');
  assert.equal(lastCharacters('one\ntwo\nthree\n', 10), 'two\nthree\n');
  assert.equal(lastCharacters('one\ntwo\nthree\n', 9), 'three\n');
  assert.equal(lastCharacters('one long line\n', 6), ' line\n');
  assert.equal(lastCharacters('one', 0), '');
});

test('the last characters never begin with half of one', () => {
  assert.equal(lastCharacters('a🔔b', 2), 'b');
  assert.equal(lastCharacters('a🔔b', 3), '🔔b');
});
