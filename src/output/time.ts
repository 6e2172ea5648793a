import { findSegment } from './anchors.ts';
import { findLast, type IndexRecord, withIndex } from './index-file.ts';
import type { Output, Segment } from './segments.ts';
import { findLastTime, withTimes } from './times-file.ts';

/**
 * Where to read to see everything printed since a time (milliseconds since 1970), a little early (up to 50 ms in a
 * terminal, 1 s in a pipe; 10 s where an older keeper wrote it), never late. It need not be the start of a line.
 */
export function sinceToOffset(output: Output, time: number): number {
  const isBefore = (record: { readonly time: number }) => record.time < time;
  const segment = findSegment(output, isBefore);
  if (segment === undefined) return 0;
  return sinceInTimes(segment, time) ?? indexedBefore(segment, isBefore)?.offset ?? 0;
}

/** What follows the last time before it was printed within the grain: if that is over, what is wanted begins with the next one. */
function sinceInTimes(segment: Segment, time: number): number | undefined {
  return withTimes(segment, (times) => {
    const position = findLastTime(times, (one) => one.time < time);
    const before = times.at(position);
    if (before === undefined) return segment.start;
    if (time - before.time < before.grainMs) return before.offset;
    return position + 1 < times.count ? (times.at(position + 1)?.offset ?? before.offset) : segment.end;
  });
}

function indexedBefore(
  segment: Segment,
  isBefore: (record: IndexRecord) => boolean,
): IndexRecord | undefined {
  return withIndex(segment, (index) => index.at(findLast(index, isBefore)));
}
