import { bisect } from './bisect.ts';
import { type PositionalFile, withFile } from './positional.ts';
import type { Segment } from './segments.ts';

export type IndexRecord = {
  readonly offset: number;
  /** Newlines before `offset`. */
  readonly line: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly isResize: boolean;
  readonly cols: number;
  readonly rows: number;
  /** What is printed without a record of times is less than this later than the one before; 0: an older keeper's, nobody knows. */
  readonly grainMs: number;
};

/** A segment's index. Impossible records (damage, a torn last one) are `undefined`. */
export type Index = {
  readonly first: IndexRecord;
  /** Whole records in the file. */
  readonly count: number;
  at(position: number): IndexRecord | undefined;
  /** `count` records from `position`, in one read. */
  block(position: number, count: number): (IndexRecord | undefined)[];
};

const recordBytes = 32;

/** Calls `use` with the index; with `undefined` if there is none whose first record is the segment's start. */
export function withIndex<T>(segment: Segment, use: (index: Index) => T): T | undefined {
  return withFile(segment.index, (file) => {
    const first = parseRecord(file.read(0, recordBytes), 0);
    if (first === undefined || first.offset !== segment.start || first.line > first.offset) return undefined;
    return use(openIndex(file, segment, first));
  });
}

/** The line number and time at which a segment begins. */
export function firstRecord(segment: Segment): IndexRecord | undefined {
  return withIndex(segment, (index) => index.first);
}

/**
 * The position of the last record for which `isBefore` holds, by bisection; -1 if it holds for none. What follows an
 * impossible record is not trusted: the answer is then too early, never wrong.
 */
export function findLast(index: Index, isBefore: (record: IndexRecord) => boolean): number {
  const next = bisect(index.count, (position) => {
    const record = index.at(position);
    return record === undefined || !isBefore(record);
  });
  return next - 1;
}

function openIndex(file: PositionalFile, segment: Segment, first: IndexRecord): Index {
  const block = (position: number, count: number): (IndexRecord | undefined)[] => {
    const bytes = file.read(position * recordBytes, count * recordBytes);
    return Array.from({ length: Math.floor(bytes.length / recordBytes) }, (_, i) => {
      const record = parseRecord(bytes, i * recordBytes);
      return record !== undefined && isPossible(record, segment, first) ? record : undefined;
    });
  };
  return {
    first,
    count: Math.floor(file.size / recordBytes),
    at: (position) => (position < 0 ? undefined : block(position, 1)[0]),
    block,
  };
}

/** After a power loss an index may describe bytes that its segment lost. */
function isPossible(record: IndexRecord, segment: Segment, first: IndexRecord): boolean {
  const bytes = record.offset - segment.start;
  const lines = record.line - first.line;
  return bytes >= 0 && record.offset <= segment.end && lines >= 0 && lines <= bytes;
}

function parseRecord(bytes: Buffer, at: number): IndexRecord | undefined {
  if (bytes.length < at + recordBytes) return undefined;
  const offset = readU64(bytes, at);
  const line = readU64(bytes, at + 8);
  const time = readU64(bytes, at + 16);
  // Where nothing was written before a power loss, a file holds zeros.
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(line) ||
    !Number.isSafeInteger(time) ||
    time === 0
  ) {
    return undefined;
  }
  const isResize = bytes.readUInt16LE(at + 24) === 1;
  return {
    offset,
    line,
    time,
    isResize,
    cols: bytes.readUInt16LE(at + 26),
    rows: bytes.readUInt16LE(at + 28),
    grainMs: bytes.readUInt16LE(at + 30),
  };
}

/** Without BigInt; above 2^53 the result is not a safe integer. */
function readU64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
}
