import { heldBackBytes } from '../output/half-codes.ts';
import { type Chunk, readPieces } from '../output/read.ts';
import { type Output, startOfKept } from '../output/segments.ts';
import { cleanPieces, lastCharacters } from '../output/text.ts';
import type { Context } from './context.ts';
import { isComplete, outputOf } from './keep-output.ts';
import type { ProcessSnapshot } from './types.ts';

/** Bytes looked at for one character shown: colour codes and progress bars are long. */
const BYTES_PER_CHARACTER = 64;
/** Longer than any half of an escape code that is waited for. */
const LOOK_BACK = 8192;

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
  const text = lastCharacters(cleanPieces(readPieces(output, from, output.end), { isFinal }), characters);
  return { text, end: Math.max(cursor, isFinal ? output.end : endToReadOnFrom(output)) };
}

/** Where somebody who has seen everything reads on. */
export function endToReadOnFrom(output: Output): number {
  const [last] = [...readPieces(output, output.end - LOOK_BACK, output.end)].slice(-1);
  return whereToReadOn(last?.type === 'output' ? last : undefined, output.end);
}

/** Not inside a character or an escape code: the next answer would begin with rubbish. */
export function whereToReadOn(last: Chunk | undefined, end: number): number {
  if (!last || last.offset + last.bytes.length < end) return end;
  return end - heldBackBytes(last.bytes);
}
