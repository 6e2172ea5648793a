import type { CodePoints } from './code-points.ts';

export type ByteRange = readonly [from: number, to: number];

/** Characters as byte sequences: each is a range for every byte, and together they match exactly the set. */
export function toByteSequences(set: CodePoints): ByteRange[][] {
  return set.flatMap(([from, to]) =>
    lengths.flatMap(([first, last]) => split(Math.max(from, first), Math.min(to, last))),
  );
}

/** Code points of each length in bytes; surrogates are none. */
const lengths: readonly (readonly [number, number])[] = [
  [0, 0x7f],
  [0x80, 0x7ff],
  [0x800, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, 0x10ffff],
];

/** Splits until every byte but the first can be varied independently of those before it. */
function split(from: number, to: number): ByteRange[][] {
  if (from > to) return [];
  for (const bits of [6, 12, 18]) {
    const mask = (1 << bits) - 1;
    if (to < 0x80 || from >> bits === to >> bits) continue;
    if ((from & mask) !== 0) return [...split(from, from | mask), ...split((from | mask) + 1, to)];
    if ((to & mask) !== mask) return [...split(from, (to & ~mask) - 1), ...split(to & ~mask, to)];
  }
  const first = encode(from);
  const last = encode(to);
  return [first.map((byte, i) => [byte, last[i] ?? byte])];
}

function encode(code: number): number[] {
  return Array.from(Buffer.from(String.fromCodePoint(code)));
}
