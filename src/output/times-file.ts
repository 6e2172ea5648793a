import { type PrintedAt, timesFormat } from '../base/printed-at.ts';
import { bisect } from './bisect.ts';
import { firstRecord } from './index-file.ts';
import { type PositionalFile, withFile } from './positional.ts';
import type { Segment } from './segments.ts';

/** From `offset` on, until the next one. */
export type OutputTime = PrintedAt & { readonly offset: number };

/** A segment's times, the first at its start. Impossible ones (damage) are `undefined`. */
export type Times = {
  readonly count: number;
  at(position: number): OutputTime | undefined;
};

const { recordBytes, offsetBits, largestOffset } = timesFormat;

/** Calls `use` with the times of a segment; `undefined` if they were not recorded: older keepers did not. */
export function withTimes<T>(segment: Segment, use: (times: Times) => T): T | undefined {
  const first = firstRecord(segment);
  if (first === undefined || first.grainMs === 0) return undefined;
  const start: OutputTime = { offset: segment.start, time: first.time, grainMs: first.grainMs };
  const open = (file: PositionalFile | undefined): Times => ({
    count: 1 + Math.floor((file?.size ?? 0) / recordBytes),
    at: (position) => {
      if (position <= 0) return position === 0 ? start : undefined;
      return file && parseRecord(file.read((position - 1) * recordBytes, recordBytes), segment, start);
    },
  });
  return withFile(segment.times, (file) => use(open(file))) ?? use(open(undefined));
}

/** The position of the last time for which `isBefore` holds; -1 if it holds for none. */
export function findLastTime(times: Times, isBefore: (time: OutputTime) => boolean): number {
  const next = bisect(times.count, (position) => {
    const time = times.at(position);
    return time === undefined || !isBefore(time);
  });
  return next - 1;
}

/** After a power loss there may be times of bytes that their segment lost, and zeros. */
function parseRecord(bytes: Buffer, segment: Segment, start: OutputTime): OutputTime | undefined {
  if (bytes.length < recordBytes) return undefined;
  const record = bytes.readBigUInt64LE();
  const offset = segment.start + Number(record & BigInt(largestOffset));
  const time = start.time + Number(record >> offsetBits);
  return record === 0n || offset > segment.end ? undefined : { ...start, offset, time };
}
