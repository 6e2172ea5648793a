import { endsInsideLine, lineToOffset, offsetToLine, totalLines } from './lines.ts';
import { type Chunk, readRange } from './read.ts';
import { type Gap, type Output, startOfKept } from './segments.ts';

export type LineRange = {
  /** Line numbers shown: the first, and the one after the last. */
  readonly first: number;
  readonly last: number;
  /** Bytes shown: `[from, to)`. `to` is where to continue. */
  readonly from: number;
  readonly to: number;
  readonly chunks: readonly Chunk[];
  readonly gaps: readonly Gap[];
  /** Requested bytes that were omitted because they are more than `maxBytes`. */
  readonly omitted?: Gap;
};

const defaultMaxBytes = 1024 * 1024;

/** Lines `[first, first + limit)`. For a line that is gone, the first kept one after it is taken. */
export function readLines(
  output: Output,
  first: number,
  limit: number,
  maxBytes = defaultMaxBytes,
): LineRange {
  const start = lineToOffset(output, first);
  if (start.offset >= output.end) return nothingAtEnd(output, start.gap);
  const stop = lineToOffset(output, start.line + limit);
  const range = readRange(output, start.offset, stop.offset, maxBytes);
  const isCut = range.next < stop.offset;
  const reachesEnd = isCut || stop.offset >= output.end;
  return {
    first: start.line,
    last: reachesEnd ? Math.min(start.line + limit, lineBehind(output, range.next)) : start.line + limit,
    from: start.offset,
    to: range.next,
    chunks: range.chunks,
    gaps: withLeading(start.gap, range.gaps),
    ...(isCut && { omitted: { from: range.next, to: stop.offset } }),
  };
}

/** The last `limit` lines, including an unfinished one; of lines too long to return, their end. */
export function readLastLines(output: Output, limit: number, maxBytes = defaultMaxBytes): LineRange {
  const total = totalLines(output);
  const start = lineToOffset(output, total - limit);
  if (limit <= 0 || start.offset >= output.end) return nothingAtEnd(output, start.gap);
  const from = Math.max(start.offset, startOfKept(output, output.end, maxBytes));
  const isCut = from > start.offset;
  const range = readRange(output, from, output.end, maxBytes);
  return {
    first: isCut ? offsetToLine(output, from).line : start.line,
    last: total,
    from,
    to: output.end,
    chunks: range.chunks,
    gaps: withLeading(start.gap, range.gaps),
    ...(isCut && { omitted: { from: start.offset, to: from } }),
  };
}

/** New output is returned whole (up to the size of one answer) unless a number of lines was requested. */
export function readFrom(
  output: Output,
  from: number,
  limit: number | undefined,
  maxBytes = defaultMaxBytes,
): LineRange {
  const start = Math.min(from, output.end);
  const { line } = offsetToLine(output, start);
  const stop = limit === undefined ? output.end : lineToOffset(output, line + limit).offset;
  const { chunks, gaps, next } = readRange(output, start, stop, maxBytes);
  const last = offsetToLine(output, next).line + Number(next > start && endsInsideLine(output, next));
  return {
    first: line,
    last,
    from: start,
    to: next,
    chunks,
    gaps,
    ...(next < stop && { omitted: { from: next, to: stop } }),
  };
}

function nothingAtEnd(output: Output, gap: Gap | undefined): LineRange {
  const total = totalLines(output);
  const gaps = withLeading(gap, []);
  return { first: total, last: total, from: output.end, to: output.end, chunks: [], gaps };
}

/** The number of the line that would begin at `offset` if what is before it were a whole line. */
function lineBehind(output: Output, offset: number): number {
  const { line } = offsetToLine(output, offset);
  return endsInsideLine(output, offset) ? line + 1 : line;
}

/** A gap before the first shown byte was requested too. */
function withLeading(leading: Gap | undefined, gaps: readonly Gap[]): Gap[] {
  return leading === undefined ? [...gaps] : [leading, ...gaps];
}
