import { findAnchor } from './anchors.ts';
import { firstRecord } from './index-file.ts';
import { behindNewline, countNewlines } from './newlines.ts';
import { type Piece, readPieces } from './read.ts';
import { type Gap, type Output, segmentAt } from './segments.ts';

/**
 * A position in the log. Lines count from 0 in everything ever printed; `line` is the number of newlines before
 * `offset`. If the requested position is gone, it is the first kept byte after the `gap`.
 */
type LinePosition = { readonly offset: number; readonly line: number; readonly gap?: Gap };

type NumberedPiece = Piece & {
  /** Newlines before the piece; for a gap: before what follows it. */
  readonly line: number;
  /** Newlines in it. */
  readonly count: number;
};

/** Indexes have a record every 256 KiB, so a search reads about as much; less at a time wastes less. */
const scanBytes = 64 * 1024;

/** Where line `line` begins; the end of the log if there are not that many. */
export function lineToOffset(output: Output, line: number): LinePosition {
  if (line <= 0) return offsetToLine(output, 0);
  const anchor = findAnchor(output, (record) => record.line < line);
  let newlines = anchor?.line ?? 0;
  let gap: Gap | undefined;
  for (const piece of numberedPieces(output, anchor)) {
    newlines = piece.line;
    if (piece.type === 'gap') {
      gap = { from: piece.from, to: piece.to };
      if (newlines >= line) return { offset: piece.to, line: newlines, gap };
      continue;
    }
    gap = undefined;
    if (newlines + piece.count >= line) {
      const behind = behindNewline(piece.bytes, line - newlines) ?? piece.bytes.length;
      return firstKept(output, { offset: piece.offset + behind, line });
    }
    newlines += piece.count;
  }
  return { offset: output.end, line: newlines, ...(gap && { gap }) };
}

/** Which line the byte at `offset` belongs to. */
export function offsetToLine(output: Output, offset: number): LinePosition {
  const anchor = findAnchor(output, (record) => record.offset <= offset);
  let newlines = anchor?.line ?? 0;
  for (const piece of numberedPieces(output, anchor)) {
    newlines = piece.line;
    if (piece.type === 'gap') {
      if (offset < piece.to)
        return { offset: piece.to, line: newlines, gap: { from: piece.from, to: piece.to } };
      continue;
    }
    if (offset < piece.offset + piece.bytes.length) {
      return { offset, line: newlines + countNewlines(piece.bytes.subarray(0, offset - piece.offset)) };
    }
    newlines += piece.count;
  }
  return { offset: output.end, line: newlines };
}

/** How many lines were ever printed; an unfinished last one counts. */
export function totalLines(output: Output): number {
  const { line } = offsetToLine(output, output.end);
  return endsInsideLine(output, output.end) ? line + 1 : line;
}

/** Whether the byte before `offset` is anything but a kept newline. */
export function endsInsideLine(output: Output, offset: number): boolean {
  for (const piece of readPieces(output, offset - 1, offset))
    return piece.type === 'gap' || piece.bytes[0] !== 0x0a;
  return false;
}

/** After a gap, the line begins with the first kept byte. */
function firstKept(output: Output, position: LinePosition): LinePosition {
  const isKept = segmentAt(output, position.offset) !== undefined;
  return isKept || position.offset >= output.end ? position : offsetToLine(output, position.offset);
}

function* numberedPieces(
  output: Output,
  anchor?: { offset: number; line: number },
): Generator<NumberedPiece> {
  let line = anchor?.line ?? 0;
  for (const piece of readPieces(output, anchor?.offset ?? 0, output.end, scanBytes)) {
    if (piece.type === 'gap') line = lineBehind(output, piece) ?? line;
    const count = piece.type === 'gap' ? 0 : countNewlines(piece.bytes);
    yield { ...piece, line, count };
    line += count;
  }
}

/** Only the index knows how many lines were in a gap. Without one the count continues as if there were none. */
function lineBehind(output: Output, gap: Gap): number | undefined {
  const segment = segmentAt(output, gap.to);
  return segment?.start === gap.to ? firstRecord(segment)?.line : undefined;
}
