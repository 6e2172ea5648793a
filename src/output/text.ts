import type { Piece } from './read.ts';
import { createTextCleaner, type TextCleaner } from './text-cleaner.ts';

export type CleanOptions = {
  /** Nothing will follow: an incomplete character at the end is then invalid, not unfinished. */
  readonly isFinal?: boolean;
};

export type CleanText = {
  readonly text: string;
  /** Where in `text` it continues after missing bytes: it may begin with the rest of something. */
  readonly gaps: readonly number[];
};

/** The text of pieces in order. A line says how many bytes are missing, so that no two halves look like one line. */
export function cleanPieces(pieces: Iterable<Piece>, options: CleanOptions = {}): string {
  return cleanWithGaps(pieces, options).text;
}

export function cleanWithGaps(pieces: Iterable<Piece>, { isFinal = false }: CleanOptions = {}): CleanText {
  let text = '';
  const gaps: number[] = [];
  let cleaner: TextCleaner | undefined;
  for (const piece of pieces) {
    if (piece.type === 'gap') {
      text = onNewLine(text + (cleaner?.rest() ?? '')) + gapLine(piece.to - piece.from);
      gaps.push(text.length);
      cleaner = undefined;
    } else {
      cleaner ??= createTextCleaner({ atBeginning: piece.offset === 0 });
      text += cleaner.push(piece.bytes);
    }
  }
  return { text: text + ((isFinal ? cleaner?.flush() : cleaner?.rest()) ?? ''), gaps };
}

/** The last `count` UTF-16 units or fewer, beginning with a line if possible. */
export function lastCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  if (count <= 0) return '';
  const cut = text.length - count;
  const lineStart = text.indexOf('\n', cut - 1) + 1;
  if (lineStart > 0 && lineStart < text.length) return text.slice(lineStart);
  return text.slice(isLowSurrogate(text.charCodeAt(cut)) ? cut + 1 : cut);
}

export function gapLine(bytes: number): string {
  return `[${bytes} bytes of output were not kept]\n`;
}

function onNewLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
