import { closeOverCase } from './case-folding.ts';
import { type CodePoints, complement, union } from './code-points.ts';
import { isClassEscape, readCharacterEscape, readClassEscape } from './parse-escape.ts';
import type { Reader } from './reader.ts';
import { Refusal } from './syntax.ts';

/** `[…]` behind its bracket. */
export function readClass(reader: Reader): CodePoints {
  const isNegated = reader.take('^');
  const sets: CodePoints[] = [];
  while (!reader.take(']')) {
    if (reader.isAtEnd()) throw new Refusal('has a [ without a ]');
    sets.push(readRange(reader));
  }
  const set = union(...sets);
  const closed = reader.ignoresCase ? closeOverCase(set) : set;
  return isNegated ? complement(closed) : closed;
}

function readRange(reader: Reader): CodePoints {
  if (isClassEscape(reader)) return readClassEscape(reader);
  const from = readOne(reader);
  // A dash at the end, or before a class like \d, stands for itself.
  if (!reader.peekMatch(/-(?!\]|\\[dDwWsSpP])/y)) return [[from, from]];
  reader.take('-');
  if (reader.isAtEnd()) throw new Refusal('has a [ without a ]');
  const to = readOne(reader);
  if (from > to) throw new Refusal('has a range in [ ] that is out of order');
  return [[from, to]];
}

function readOne(reader: Reader): number {
  if (reader.take('\\b')) return 0x08;
  return reader.peek() === '\\' ? readCharacterEscape(reader) : (reader.next().codePointAt(0) ?? 0);
}
