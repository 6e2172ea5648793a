import type { EscapeState } from '../escape-codes.ts';
import { escapeStates, getMachine, longestLiteral } from './machine.ts';

/** Bytes and their clean text in the machine's memory: good until the next block. Numbers are places in `text`. */
export type Block = {
  readonly text: Buffer;
  /** Where the tail of the line before begins, where these bytes' text begins, and where it ends. */
  readonly from: number;
  readonly begin: number;
  readonly to: number;
  /** The last line that begins in this block, if one does. */
  readonly lastLine: { readonly start: number; readonly offset: number } | undefined;
  /** Half a character at the end, and where the escape codes' parser stands. */
  readonly held: Buffer;
  readonly escape: EscapeState;
  /** The offset of the byte that a place in the text comes from; places are asked for in order. */
  locate(place: number): number;
};

/** `clean` stops at the end of its input, not of the text. */
const nowhere = 2 ** 30;

/** What a block goes on from. */
type BlockStart = {
  /** The beginning of a character. */
  readonly held: Buffer;
  /** The offset of the first byte, held ones included. */
  readonly offset: number;
  readonly escape: EscapeState;
  /** The end of the unfinished line's text. */
  readonly tail: Buffer;
};

/** `isFinal`: nothing will follow, so half a character at the end is an invalid one. */
export function cleanBlock(start: BlockStart, bytes: Uint8Array, isFinal: boolean): Block {
  const machine = getMachine();
  const { input, text } = machine;
  const { held, offset, tail } = start;
  const length = held.length + bytes.length;
  input.set(held);
  input.set(bytes, held.length);
  const begin = longestLiteral;
  text.set(tail, begin - tail.length);
  const isFinalNumber = isFinal ? 1 : 0;

  // A newline always ends a line, whatever code it is in, so the last one tells where the last line begins.
  const lineStart = input.subarray(0, length).lastIndexOf(0x0a) + 1;
  const before = escapeStates.indexOf(start.escape);
  machine.escape = before;
  const middle = machine.clean(0, lineStart, begin, nowhere, 0);
  const inMiddle: Cursor = { input: lineStart, text: middle, escape: machine.escape };
  const to = machine.clean(lineStart, length, middle, nowhere, isFinalNumber);
  const { consumed } = machine;
  const after = escapeStates[machine.escape] ?? 'text';

  let cursor: Cursor = { input: 0, text: begin, escape: before };
  /** Cleaning again stops where the text has reached the place: most lines are never asked for. */
  const advance = (from: Cursor, place: number): Cursor => {
    machine.escape = from.escape;
    const reached = machine.clean(from.input, length, from.text, place, isFinalNumber);
    return { input: machine.consumed, text: reached, escape: machine.escape };
  };

  const findLastLine = (): Block['lastLine'] => {
    const lastReturn = text.subarray(middle, to).lastIndexOf(0x0d);
    if (lastReturn >= 0) {
      const place = middle + lastReturn + 1;
      return { start: place, offset: offset + advance(inMiddle, place).input };
    }
    return lineStart > 0 ? { start: middle, offset: offset + lineStart } : undefined;
  };
  const lastLine = findLastLine();
  // The last bytes are looked at in sixteens.
  text.fill(0x0a, to, to + 32);

  return {
    text,
    from: begin - tail.length,
    begin,
    to,
    lastLine,
    held: Buffer.from(input.subarray(consumed, length)),
    escape: after,
    locate(place) {
      if (place > cursor.text) cursor = advance(cursor, place);
      return offset + cursor.input;
    },
  };
}

type Cursor = { readonly input: number; readonly text: number; readonly escape: number };
