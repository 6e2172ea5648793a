import { withFile } from './positional.ts';
import { type Gap, type Output, type Segment, segmentIndexAt } from './segments.ts';

/** Bytes that begin at `offset` of everything ever printed. */
export type Chunk = { readonly offset: number; readonly bytes: Buffer };

export type Piece =
  | { readonly type: 'output'; readonly offset: number; readonly bytes: Buffer }
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

type Range = {
  readonly chunks: readonly Chunk[];
  readonly gaps: readonly Gap[];
  /** Where to continue. Before the requested end only if `maxBytes` was reached. */
  readonly next: number;
};

export const pieceBytes = 256 * 1024;

/**
 * Everything in `[from, to)`, in order and without holes: each byte is in exactly one piece, kept or gone
 * (promise 7). A segment deleted since `output` was listed, or cut short by damage, becomes a gap too.
 */
export function* readPieces(output: Output, from: number, to: number, most = pieceBytes): Generator<Piece> {
  const stop = Math.min(to, output.end);
  let offset = Math.max(0, from);
  let gapStart = offset;
  for (let i = segmentIndexAt(output, offset); offset < stop; ) {
    const segment = output.segments[i];
    if (segment === undefined || segment.start >= stop) break;
    offset = Math.max(offset, segment.start);
    const bytes = readSegment(segment, offset, Math.min(stop, segment.end, offset + most));
    if (bytes.length > 0) {
      if (gapStart < offset) yield { type: 'gap', from: gapStart, to: offset };
      yield { type: 'output', offset, bytes };
      offset += bytes.length;
      gapStart = offset;
    }
    if (bytes.length === 0 || offset >= segment.end) {
      offset = segment.end;
      i += 1;
    }
  }
  if (gapStart < stop) yield { type: 'gap', from: gapStart, to: stop };
}

/** `[from, to)` in memory, at most `maxBytes` of it. */
export function readRange(output: Output, from: number, to = output.end, maxBytes = 1024 * 1024): Range {
  const chunks: Chunk[] = [];
  const gaps: Gap[] = [];
  let next = Math.max(0, from);
  let left = maxBytes;
  for (const piece of readPieces(output, from, to)) {
    if (piece.type === 'gap') {
      gaps.push({ from: piece.from, to: piece.to });
      next = piece.to;
      continue;
    }
    const bytes = piece.bytes.subarray(0, left);
    if (bytes.length > 0) chunks.push({ offset: piece.offset, bytes });
    next = piece.offset + bytes.length;
    left -= bytes.length;
    if (bytes.length < piece.bytes.length) break;
  }
  return { chunks, gaps, next };
}

/** Chunks and gaps in the order of their offsets again. */
export function piecesOf({ chunks, gaps }: Pick<Range, 'chunks' | 'gaps'>): Piece[] {
  const pieces: Piece[] = [
    ...chunks.map((chunk) => ({ type: 'output', ...chunk }) as const),
    ...gaps.map((gap) => ({ type: 'gap', ...gap }) as const),
  ];
  return pieces.sort((a, b) => startOf(a) - startOf(b));
}

function startOf(piece: Piece): number {
  return piece.type === 'gap' ? piece.from : piece.offset;
}

function readSegment(segment: Segment, from: number, to: number): Buffer {
  const bytes =
    to > from ? withFile(segment.log, (file) => file.read(from - segment.start, to - from)) : undefined;
  return bytes ?? Buffer.alloc(0);
}
