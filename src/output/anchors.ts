import { findLast, firstRecord, type IndexRecord, withIndex } from './index-file.ts';
import type { Output, Segment } from './segments.ts';

/**
 * The last record of all indexes for which `isBefore` holds (offsets, lines and times only grow, so it holds up to some
 * record and for none after it). A segment without a usable index is skipped.
 */
export function findAnchor(
  output: Output,
  isBefore: (record: IndexRecord) => boolean,
): IndexRecord | undefined {
  const segment = findSegment(output, isBefore);
  return segment && withIndex(segment, (index) => index.at(findLast(index, isBefore)));
}

/** The last segment for whose first record it holds, by bisection. */
export function findSegment(output: Output, isBefore: (record: IndexRecord) => boolean): Segment | undefined {
  let found = -1;
  let low = 0;
  let high = output.segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const known = knownBefore(output, low, middle);
    if (known === undefined) {
      low = middle + 1;
    } else if (isBefore(known.record)) {
      found = known.position;
      low = middle + 1;
    } else {
      high = known.position;
    }
  }
  return output.segments[found];
}

/** The nearest segment at or before `position`, not before `low`, whose first record is known. */
function knownBefore(
  output: Output,
  low: number,
  position: number,
): { readonly position: number; readonly record: IndexRecord } | undefined {
  for (let i = position; i >= low; i -= 1) {
    const segment = output.segments[i];
    const record = segment && firstRecord(segment);
    if (record !== undefined) return { position: i, record };
  }
  return undefined;
}
