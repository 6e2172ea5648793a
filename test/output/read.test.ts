import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, rmSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import { type Piece, piecesOf, readPieces, readRange } from '../../src/output/read.ts';
import { listOutput } from '../../src/output/segments.ts';
import { buildKeep, segmentPath } from './keep-builder.ts';
import { createRandom, isKept, randomLines, randomSegments } from './random.ts';

/** Each byte of the range exactly once, the right one where it is kept. */
function assertTells(pieces: Iterable<Piece>, printed: Buffer, from: number, to: number): void {
  let offset = from;
  for (const piece of pieces) {
    assert.equal(piece.type === 'gap' ? piece.from : piece.offset, offset);
    if (piece.type === 'output') {
      assert.deepEqual(piece.bytes, printed.subarray(offset, offset + piece.bytes.length));
      offset += piece.bytes.length;
    } else {
      assert.ok(piece.to > piece.from);
      offset = piece.to;
    }
  }
  assert.equal(offset, Math.max(from, to));
}

test('any range of any log is told byte for byte, kept or gone (promise 7)', (t) => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 60);
    const segments = randomSegments(random, printed.length);
    const output = listOutput(buildKeep(t, { printed, segments }), printed.length);
    for (let i = 0; i < 20; i += 1) {
      const from = random.between(0, printed.length);
      const to = random.between(from, printed.length);
      const pieces = [...readPieces(output, from, to, random.between(1, 500))];
      assertTells(pieces, printed, from, to);
      assertTells(piecesOf(readRange(output, from, to)), printed, from, to);
      for (const piece of pieces) {
        if (piece.type === 'gap') assert.ok(!isKept(segments, piece.from) && !isKept(segments, piece.to - 1));
      }
    }
  }
});

test('a segment deleted or cut short after the listing is a gap, not an error', (t) => {
  const printed = Buffer.from('0123456789'.repeat(10));
  const spans = [0, 20, 40, 60, 80].map((start) => ({ start, end: start + 20 }));
  const keep = buildKeep(t, { printed, segments: spans });
  const output = listOutput(keep);
  rmSync(segmentPath(keep, 20, 'log'));
  rmSync(segmentPath(keep, 40, 'log'));
  truncateSync(segmentPath(keep, 60, 'log'), 5);
  const { gaps, chunks } = readRange(output, 0);
  assert.deepEqual(gaps, [
    { from: 20, to: 60 },
    { from: 65, to: 80 },
  ]);
  for (const { offset, bytes } of chunks)
    assert.deepEqual(bytes, printed.subarray(offset, offset + bytes.length));
});

test('what is printed while reading does not slip in', (t) => {
  const keep = buildKeep(t, { printed: Buffer.from('before') });
  const output = listOutput(keep);
  appendFileSync(segmentPath(keep, 0, 'log'), 'after');
  assert.equal(Buffer.concat(readRange(output, 0).chunks.map(({ bytes }) => bytes)).toString(), 'before');
});

test('a range is cut at maxBytes of kept bytes and says where to read on', (t) => {
  const printed = Buffer.from('abcdefghij');
  const segments = [
    { start: 0, end: 3 },
    { start: 6, end: 10 },
  ];
  const output = listOutput(buildKeep(t, { printed, segments }));
  const range = readRange(output, 0, 10, 5);
  assert.equal(range.next, 8);
  assert.deepEqual(range.gaps, [{ from: 3, to: 6 }]);
  assert.equal(readRange(output, range.next, 10, 5).next, 10);
  assert.equal(readRange(output, 0, 10, 3).next, 6);
});

test('an offset beyond the end, or no offset at all, reads nothing', (t) => {
  const output = listOutput(buildKeep(t, { printed: Buffer.from('abc') }));
  assert.deepEqual(readRange(output, 99, 200), { chunks: [], gaps: [], next: 99 });
  assert.deepEqual(readRange(output, 2, 1), { chunks: [], gaps: [], next: 2 });
});

test('bytes that are there and cannot be read are an error, not a gap', {
  skip: process.getuid?.() === 0 && 'root can read everything',
}, (t) => {
  const keep = buildKeep(t, { printed: Buffer.from('abc') });
  const output = listOutput(keep);
  chmodSync(segmentPath(keep, 0, 'log'), 0);
  assert.throws(() => readRange(output, 0), { code: 'failed' });
});
