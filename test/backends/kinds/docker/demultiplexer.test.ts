import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Demultiplexer, type Piece } from '../../../../src/backends/kinds/docker/demultiplexer.ts';

function frame(stream: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

function join(pieces: readonly Piece[], stream: Piece['stream']): string {
  return Buffer.concat(
    pieces.filter((piece) => piece.stream === stream).map(({ bytes }) => bytes),
  ).toString();
}

const wire = Buffer.concat([
  frame(1, 'one\0'),
  frame(2, 'two'),
  frame(1, ''),
  frame(1, 'x'.repeat(300)),
  frame(3, '!'),
]);

test('frames are taken apart wherever they are cut', () => {
  for (let first = 0; first <= wire.length; first++) {
    for (const second of [first, Math.min(first + 1, wire.length), Math.min(first + 9, wire.length)]) {
      const frames = new Demultiplexer();
      const parts = [wire.subarray(0, first), wire.subarray(first, second), wire.subarray(second)];
      const pieces = parts.flatMap((part) => frames.push(part));
      assert.equal(join(pieces, 'stdout'), `one\0${'x'.repeat(300)}`, `cut at ${first} and ${second}`);
      assert.equal(join(pieces, 'stderr'), 'two!', `cut at ${first} and ${second}`);
    }
  }
});

test('frames that come byte by byte are passed on byte by byte', () => {
  const frames = new Demultiplexer();
  const sizes = [...wire].map((byte) => join(frames.push(Buffer.from([byte])), 'stdout').length);
  assert.deepEqual(sizes.slice(0, 12), [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
});

test('what is no frame is refused rather than taken for output', () => {
  assert.throws(() => new Demultiplexer().push(Buffer.from('HTTP/1.1 400 Bad')), /not the frames/);
  assert.throws(() => new Demultiplexer().push(Buffer.from([1, 0, 1, 0, 0, 0, 0, 1])), /not the frames/);
});
