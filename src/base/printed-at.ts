/** When output was printed: at this time, or less than the grain later. */
export type PrintedAt = {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly grainMs: number;
};

/** The figures of keeper/common/common.h (keeper/PROTOCOL.md): bytes since a segment's start, above them milliseconds. */
export const timesFormat = {
  recordBytes: 8,
  offsetBits: 28n,
  largestOffset: 2 ** 28 - 1,
  largestAge: 2 ** 36 - 1,
} as const;

/** What a frame says: 6 bytes of time, 2 of grain. `undefined`: nothing. */
export function parsePrintedAt(bytes: Buffer, at: number): PrintedAt | undefined {
  if (bytes.length < at + timesFormat.recordBytes) return undefined;
  const time = bytes.readUIntLE(at, 6);
  const grainMs = bytes.readUInt16LE(at + 6);
  return time === 0 || grainMs === 0 ? undefined : { time, grainMs };
}
