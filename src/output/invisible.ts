/**
 * Characters that are invisible by design: bidirectional marks, overrides and isolates, zero-width and tag characters,
 * variation selectors, fillers, annotation marks. They can hide a secret from detection and make text read differently
 * from its order (promises 17 and 18). Emoji joined by them fall apart, which does no harm.
 */

/** In the basic plane: pairs of first and last. */
const ranges: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
];

/** How many UTF-16 units the character at `at` has if it is invisible: 0 for all others. */
export function invisibleUnits(text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code < 0xad) return 0;
  if (code >= 0xd800 && code <= 0xdbff) return isInvisiblePair(code, text.charCodeAt(at + 1)) ? 2 : 0;
  // Most of what is not ASCII is accents, lines of boxes, Chinese.
  if ((code > 0x206f && code < 0xfe00 && code !== 0x3164) || (code > 0x180f && code < 0x200b)) return 0;
  for (const [first, last] of ranges) if (code <= last) return code >= first ? 1 : 0;
  return 0;
}

/** U+1BCA0 to 3, U+1D173 to A, and U+E0000 to E0FFF. */
function isInvisiblePair(high: number, low: number): boolean {
  return (
    (high >= 0xdb40 && high <= 0xdb43) ||
    (high === 0xd82f && low >= 0xdca0 && low <= 0xdca3) ||
    (high === 0xd834 && low >= 0xdd73 && low <= 0xdd7a)
  );
}
