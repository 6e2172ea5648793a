import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFrame, FrameDecoder } from '../../../src/keeper/frames/frame.ts';

const sent = [
  { type: 1, tag: 5, payload: '' },
  { type: 103, tag: 0xffff_ffff, payload: 'pid=1\0' },
  { type: 4, tag: 7, payload: 'ä'.repeat(40) },
];
const bytes = Buffer.concat(sent.map(({ type, tag, payload }) => encodeFrame(type, tag, payload)));

test('frames are the same wherever the stream is cut', () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const decoder = new FrameDecoder(1000);
    const got = [];
    for (let at = 0; at < bytes.length; at += size) {
      // One buffer that is read into again, as the connections do.
      const chunk = Buffer.from(bytes.subarray(at, at + size));
      for (const { type, tag, payload } of decoder.push(chunk))
        got.push({ type, tag, payload: String(payload) });
      chunk.fill(0xee);
    }
    assert.deepEqual(got, sent);
  }
});

test('a frame larger than allowed is refused before it is collected', () => {
  const decoder = new FrameDecoder(10);
  assert.throws(() => [...decoder.push(encodeFrame(1, 1, 'x'.repeat(11)).subarray(0, 12))], /11 bytes/);
});

test('the header is as PROTOCOL.md says', () => {
  assert.deepEqual(
    [...encodeFrame(0x0102, 0x0a0b0c0d, 'hi')],
    [2, 0, 0, 0, 2, 1, 1, 0, 0x0d, 0x0c, 0x0b, 0x0a, 104, 105],
  );
});
