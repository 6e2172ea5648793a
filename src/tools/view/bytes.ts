import { readPieces } from '../../output/read.ts';
import { spansOf } from './shown.ts';
import type { Source } from './source.ts';
import { lookAt, type Part } from './window.ts';

/** The output byte for byte, except for secrets: each is replaced by a mark. */
export type ShownPiece =
  | {
      readonly type: 'output';
      readonly offset: number;
      readonly bytes: Buffer;
      /** The offset after what it stands for: a mark has another length than the secret. */
      readonly next: number;
    }
  | { readonly type: 'gap'; readonly from: number; readonly to: number };

export type ShownBytes = {
  readonly pieces: readonly ShownPiece[];
  /** Where to continue reading: not after what is withheld, which may be half a secret. */
  readonly end: number;
  readonly isWithheld: boolean;
};

type Mark = { readonly from: number; readonly to: number; readonly text: string };

/** For followers of the output: colours, carriage returns and everything else stay. */
export function viewBytes(source: Source, from: number, to: number): ShownBytes {
  // Bytes also contain what a carriage return has overwritten.
  const { parts } = lookAt({ ...source, keepsReplaced: true }, from, to);
  const open = parts.at(-1);
  const settled = open?.type === 'text' && open.endsOpen ? (open.offsets[open.settled] ?? to) : to;
  const stop = Math.max(from, Math.min(to, settled));
  const pieces: ShownPiece[] = [];
  let at = from;
  for (const mark of parts.flatMap(marksOf)) {
    if (mark.to <= at || mark.from >= stop) continue;
    addRaw(Math.max(at, mark.from));
    pieces.push({ type: 'output', offset: at, bytes: Buffer.from(mark.text), next: mark.to });
    at = mark.to;
  }
  addRaw(stop);
  return { pieces, end: at, isWithheld: at < to };

  function addRaw(end: number): void {
    for (const piece of at < end ? readPieces(source.output, at, end) : []) {
      pieces.push(piece.type === 'gap' ? piece : { ...piece, next: piece.offset + piece.bytes.length });
    }
    at = Math.max(at, end);
  }
}

function marksOf(part: Part): Mark[] {
  if (part.type === 'gap') return [];
  const { text, offsets } = part;
  return spansOf(part).map(({ start, end, id }) => {
    const last = offsets[end - 1] ?? 0;
    const after = offsets[end] ?? last;
    // Keep the codes after the last character, or a colour would never end.
    const length = text.charCodeAt(end - 1) < 0x80 ? 1 : after - last;
    return { from: offsets[start] ?? 0, to: Math.min(after, last + length), text: `[REDACTED:${id}]` };
  });
}
