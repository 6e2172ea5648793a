import { findLast, type Index, type IndexRecord, withIndex } from './index-file.ts';
import { type Output, segmentIndexAt } from './segments.ts';

export type Size = { readonly cols: number; readonly rows: number };

type Resize = Size & { readonly offset: number; readonly time: number };

/** 64 KiB of an index at a time. */
const blockRecords = 2048;

/** The resizes at offsets in `[from, to)`, in order. Those of deleted segments are gone. */
export function resizesIn(output: Output, from: number, to: number): Resize[] {
  const found: Resize[] = [];
  // A resize at the very end of a segment is in that segment's index, hence one byte earlier.
  for (let i = segmentIndexAt(output, from - 1); i < output.segments.length; i += 1) {
    const segment = output.segments[i];
    if (segment === undefined || segment.start >= to) break;
    withIndex(segment, (index) => {
      const start = findLast(index, (record) => record.offset < from) + 1;
      for (const record of recordsFrom(index, start)) {
        if (record.offset >= to) break;
        if (record.isResize && record.offset >= from) found.push(toResize(record));
      }
    });
  }
  return found;
}

/**
 * The size in force at `offset`. Every record of a terminal's log carries it, so that it outlives the segment in
 * which it was set. None: the size the process was started with.
 */
export function sizeAt(output: Output, offset: number): Size | undefined {
  for (let i = Math.min(segmentIndexAt(output, offset), output.segments.length - 1); i >= 0; i -= 1) {
    const segment = output.segments[i];
    const record = segment && withIndex(segment, (index) => lastSized(index, offset));
    if (record !== undefined) return { cols: record.cols, rows: record.rows };
  }
  return undefined;
}

function lastSized(index: Index, offset: number): IndexRecord | undefined {
  let end = findLast(index, (record) => record.offset <= offset) + 1;
  while (end > 0) {
    const start = Math.max(0, end - blockRecords);
    const record = index
      .block(start, end - start)
      .findLast((one) => one !== undefined && one.cols > 0 && one.rows > 0);
    if (record !== undefined) return record;
    end = start;
  }
  return undefined;
}

function* recordsFrom(index: Index, position: number): Generator<IndexRecord> {
  for (let start = position; start < index.count; start += blockRecords) {
    const records = index.block(start, Math.min(blockRecords, index.count - start));
    for (const record of records) if (record !== undefined) yield record;
  }
}

function toResize({ offset, time, cols, rows }: IndexRecord): Resize {
  return { offset, time, cols, rows };
}
