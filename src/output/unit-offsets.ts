const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

type DecodedText = {
  readonly text: string;
  /** Where in the bytes each UTF-16 unit begins; one more for the end. Both halves of a pair begin where it does. */
  readonly offsets: Uint32Array;
};

/** UTF-8 as text (invalid bytes are U+FFFD), with the offset of every character in the bytes. */
export function decodeWithOffsets(bytes: Buffer): DecodedText {
  const text = decoder.decode(bytes);
  const offsets = new Uint32Array(text.length + 1);
  let at = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    offsets[unit] = at;
    const length = sequenceBytes(bytes, at);
    if (length === 4) {
      unit += 1;
      offsets[unit] = at;
    }
    at += length;
  }
  offsets[text.length] = bytes.length;
  return { text, offsets };
}

/** The length of the character at `at`, or of what a decoder replaces by one U+FFFD: always less than 4. */
function sequenceBytes(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const wanted = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const [low, high] = secondByteRange(lead);
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 1;
  for (let count = 2; count < wanted; count += 1) {
    if (((bytes[at + count] ?? 0) & 0xc0) !== 0x80) return count;
  }
  return wanted;
}

/** Not overlong, not half of a surrogate pair, not above U+10FFFF. */
function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
