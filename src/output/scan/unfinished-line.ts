import type { EscapeState } from '../escape-codes.ts';
import { halfCharacterBytes } from '../half-codes.ts';
import { none } from './matcher.ts';

/** Of a longer line only the beginning is given, which is then said. Enough to find a secret in before cutting it. */
const longestText = 16 * 1024;

/** A place from which a line can be looked at again. */
export type ReturnPoint = { readonly position: number; readonly escape: EscapeState };

/** What is known of the line that is not complete yet. */
export type UnfinishedLine = {
  readonly start: number;
  /** Whether it is known to begin at `start`, and not somewhere before. */
  readonly isLineStart: boolean;
  /** Where to read on after a crash: the line's start, or a place not too far back in it. */
  returnPoints: readonly ReturnPoint[];
  /** The first pattern that has matched so far, and the offset behind what matched. */
  pattern: number;
  matchEnd: number;
  isTold: boolean;
  /** The beginning of its clean text, and whether there is more. */
  head: Buffer;
  isCut: boolean;
  /** The end of its clean text, as far as the matcher wants it. */
  tail: Buffer;
};

export function beginLine(start: number, isLineStart: boolean): UnfinishedLine {
  return {
    start,
    isLineStart,
    returnPoints: [{ position: start, escape: 'text' }],
    pattern: none,
    matchEnd: start,
    isTold: false,
    head: Buffer.alloc(0),
    isCut: false,
    tail: Buffer.alloc(0),
  };
}

/** The text and whether it is all of the line, when `more` follows what is known. */
export function joinText(
  line: UnfinishedLine,
  more: Buffer,
): { readonly text: string; readonly isCut: boolean } {
  const head = appendHead(line.head, more);
  const isCut = line.isCut || line.head.length + more.length > longestText;
  return { text: head.toString('utf8', 0, head.length - halfCharacterBytes(head)), isCut };
}

export function appendText(line: UnfinishedLine, more: Buffer): void {
  line.isCut ||= line.head.length + more.length > longestText;
  line.head = appendHead(line.head, more);
}

function appendHead(head: Buffer, more: Buffer): Buffer {
  const room = longestText - head.length;
  return room <= 0 ? head : Buffer.concat([head, more.subarray(0, room)]);
}
