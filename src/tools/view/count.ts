import { readPieces } from '../../output/read.ts';
import type { Output } from '../../output/segments.ts';
import { createTextCleaner } from '../../output/text-cleaner.ts';
import { decodeWithOffsets } from '../../output/unit-offsets.ts';

/** How many characters of clean text are in `[from, to)`, which begins and ends at a character. */
export function countCharacters(output: Output, from: number, to: number): number {
  const cleaner = createTextCleaner({ atBeginning: from === 0 });
  let count = 0;
  for (const piece of readPieces(output, from, to))
    if (piece.type === 'output') count += cleaner.push(piece.bytes).length;
  // Including the next character: it decides whether a carriage return before it overwrote something.
  const next = firstCharacter(output, to);
  count += cleaner.push(next.bytes).length;
  return count + cleaner.rest().length - next.units;
}

function firstCharacter(output: Output, at: number): { bytes: Buffer; units: number } {
  for (const piece of readPieces(output, at, at + 4)) {
    if (piece.type === 'gap') break;
    const { text, offsets } = decodeWithOffsets(piece.bytes);
    const units = (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
    return { bytes: piece.bytes.subarray(0, offsets[units]), units };
  }
  return { bytes: Buffer.alloc(0), units: 0 };
}
