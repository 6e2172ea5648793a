import { offsetToLine } from '../../../output/lines.ts';
import { behindNewline, countNewlines } from '../../../output/newlines.ts';
import { type Chunk, readRange } from '../../../output/read.ts';
import type { Output } from '../../../output/segments.ts';

/** Where lines begin and end, and their numbers. Fast near the bytes that were read last. */
export type LineFinder = {
  /** The bytes that are looked at now. */
  hold(chunk: Chunk): void;
  /** How many newlines are before an offset. */
  numberOf(offset: number): number;
  /** The start of the line that is `count` lines before the one that begins at `offset`. */
  startBefore(offset: number, count: number): number;
  /** The end of the line that contains `offset`, or of the `count`-th from it on. */
  endAfter(offset: number, count: number): number;
};

/** So far lines are looked for; what is around a longer one is not shown. */
const widest = 64 * 1024;
/** Beyond this the index is faster than counting. */
const farthest = 1024 * 1024;

export function createLineFinder(output: Output): LineFinder {
  let held: Chunk = { offset: 0, bytes: Buffer.alloc(0) };
  let known = { offset: -1, line: 0 };

  /** What is kept of a range without a gap; its first bytes, or its last ones. */
  const read = (from: number, to: number, wanted: 'first' | 'last'): Chunk => {
    if (from >= held.offset && to <= held.offset + held.bytes.length)
      return { offset: from, bytes: held.bytes.subarray(from - held.offset, to - held.offset) };
    const { chunks } = readRange(output, from, to, farthest);
    let last = chunks[0] ?? { offset: to, bytes: Buffer.alloc(0) };
    if (wanted === 'first') return last;
    for (const chunk of chunks.slice(1)) {
      const isNext = last.offset + last.bytes.length === chunk.offset;
      last = isNext ? { offset: last.offset, bytes: Buffer.concat([last.bytes, chunk.bytes]) } : chunk;
    }
    return last;
  };

  return {
    hold(chunk) {
      held = chunk;
    },
    numberOf(offset) {
      const distance = offset - known.offset;
      if (known.offset < 0 || distance < 0 || distance > farthest)
        known = { offset, line: offsetToLine(output, offset).line };
      else if (distance > 0) {
        const { bytes } = read(known.offset, offset, 'first');
        const line =
          bytes.length === distance ? known.line + countNewlines(bytes) : offsetToLine(output, offset).line;
        known = { offset, line };
      }
      return known.line;
    },
    startBefore(offset, count) {
      if (count === 0) return offset;
      const chunk = read(Math.max(0, offset - widest), offset, 'last');
      let at = chunk.bytes.length - 1;
      for (let left = count; left > 0 && at >= 0; left -= 1)
        at = at > 0 ? chunk.bytes.lastIndexOf(0x0a, at - 1) : -1;
      if (at >= 0) return chunk.offset + at + 1;
      return chunk.offset === 0 || chunk.offset > offset - widest ? chunk.offset : firstWhole(chunk, offset);
    },
    endAfter(offset, count) {
      const stop = Math.min(output.end, offset + widest);
      const inHeld = held.bytes.subarray(Math.max(0, offset - held.offset));
      const near = offset >= held.offset ? behindNewline(inHeld, count) : undefined;
      if (near !== undefined) return offset + near;
      const { bytes } = read(offset, stop, 'first');
      return offset + (behindNewline(bytes, count) ?? bytes.length);
    },
  };
}

/** A window that begins inside of a line: from the next one on. */
function firstWhole({ offset, bytes }: Chunk, otherwise: number): number {
  const newline = bytes.indexOf(0x0a);
  return newline < 0 || newline === bytes.length - 1 ? otherwise : offset + newline + 1;
}
