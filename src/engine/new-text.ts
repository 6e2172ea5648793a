import { heldBackBytes } from '../output/half-codes.ts';
import { type Chunk, readPieces } from '../output/read.ts';
import { startOfKept } from '../output/segments.ts';
import { cleanPieces, lastCharacters } from '../output/text.ts';
import type { Context } from './context.ts';
import { isComplete, outputOf } from './keep-output.ts';
import type { ProcessSnapshot } from './types.ts';

/** Bytes looked at for one character shown: colour codes and progress bars are long. */
const BYTES_PER_CHARACTER = 64;

/** The end of what was printed since `cursor`, and where to read on. */
export function newText(
  context: Context,
  process: ProcessSnapshot,
  cursor: number,
  characters: number,
): { text: string; end: number } {
  const output = outputOf(context, process);
  const isFinal = isComplete(process);
  const from = Math.max(cursor, startOfKept(output, output.end, characters * BYTES_PER_CHARACTER));
  const pieces = [...readPieces(output, from, output.end)];
  const text = lastCharacters(cleanPieces(pieces, { isFinal }), characters);
  const last = pieces.findLast((piece) => piece.type === 'output');
  return { text, end: Math.max(cursor, isFinal ? output.end : whereToReadOn(last, output.end)) };
}

/** Not inside a character or an escape code: the next answer would begin with rubbish. */
export function whereToReadOn(last: Chunk | undefined, end: number): number {
  if (!last || last.offset + last.bytes.length < end) return end;
  return end - heldBackBytes(last.bytes);
}
