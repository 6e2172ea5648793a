import { isIn, wordCharacters } from './code-points.ts';
import type { Program } from './program.ts';

/** Bytes that no instruction tells apart are one column of the automaton's table. */
export type ByteClasses = {
  /** The class of each byte. */
  readonly of: Uint8Array;
  /** One byte of each class. */
  readonly examples: readonly number[];
  /** The class of the line ends. */
  readonly lineEnd: number;
};

export function findByteClasses({ instructions }: Program): ByteClasses {
  const borders = new Set([0x0a, 0x0b, 0x0d, 0x0e]);
  for (const instruction of instructions) {
    if (instruction.type === 'bytes') {
      for (const [from, to] of instruction.ranges) borders.add(from).add(to + 1);
    } else if (instruction.type === 'assertion') {
      for (const [from, to] of wordCharacters) borders.add(from).add(to + 1);
    }
  }
  const of = new Uint8Array(256);
  const examples = [0];
  for (let byte = 1; byte < 256; byte += 1) {
    if (borders.has(byte)) examples.push(byte);
    of[byte] = examples.length - 1;
  }
  const lineEnd = of[0x0a] ?? 0;
  of[0x0d] = lineEnd;
  return { of, examples, lineEnd };
}

/** Bytes of characters beyond ASCII are none, as they are to `\b`. */
export function isWordByte(byte: number): boolean {
  return isIn(wordCharacters, byte);
}
