import { closeOverCase } from './case-folding.ts';
import {
  type CodePoints,
  complement,
  digits,
  highest,
  spaces,
  withProperty,
  wordCharacters,
} from './code-points.ts';
import type { Reader } from './reader.ts';
import { Refusal } from './syntax.ts';

const controls: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d, 0: 0x00 };

export function isClassEscape(reader: Reader): boolean {
  return reader.peekMatch(/\\[dDwWsSpP]/y);
}

/** `\d` and its like: many characters. */
export function readClassEscape(reader: Reader): CodePoints {
  reader.take('\\');
  const letter = reader.next();
  const lower = letter.toLowerCase();
  const set = lower === 'p' ? readProperty(reader) : (simpleClasses[lower] ?? []);
  const closed = reader.ignoresCase ? closeOverCase(set) : set;
  return letter === lower ? closed : complement(closed);
}

const simpleClasses: Readonly<Record<string, CodePoints>> = { d: digits, w: wordCharacters, s: spaces };

function readProperty(reader: Reader): CodePoints {
  const [, name = ''] = reader.takeMatch(/\{([\w=]+)\}/y) ?? [];
  const set = name === '' ? undefined : withProperty(name);
  if (set === undefined) throw new Refusal(`has an unknown Unicode property: \\p{${name}}`);
  return set;
}

/** `\n`, `\x41`, `\.`: one character. */
export function readCharacterEscape(reader: Reader): number {
  reader.take('\\');
  const hexadecimal = reader.takeMatch(/x([0-9a-f]{2})/iy) ?? reader.takeMatch(/u\{([0-9a-f]{1,6})\}/iy);
  if (hexadecimal) return checkCode(Number.parseInt(hexadecimal[1] ?? '', 16));
  const pair = reader.takeMatch(/u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy);
  if (pair) {
    const [high = 0, low = 0] = pair.slice(1).map((text) => Number.parseInt(text, 16));
    return String.fromCharCode(high, low).codePointAt(0) ?? 0;
  }
  const unit = reader.takeMatch(/u([0-9a-f]{4})/iy);
  if (unit) return checkCode(Number.parseInt(unit[1] ?? '', 16));
  const control = reader.takeMatch(/c([a-z])/iy);
  if (control) return (control[1] ?? '').charCodeAt(0) % 32;
  const character = reader.next();
  if (character === '') throw new Refusal('ends with a \\');
  if (character === '0' && reader.peekMatch(/\d/y)) throw new Refusal('has an octal escape; use \\x');
  const code = controls[character];
  if (code !== undefined) return code;
  if (/[\p{L}\p{N}]/u.test(character)) throw new Refusal(`has an unknown escape: \\${character}`);
  return character.codePointAt(0) ?? 0;
}

function checkCode(code: number): number {
  if (code > highest) throw new Refusal('has a character beyond Unicode');
  if (code >= 0xd800 && code <= 0xdfff) throw new Refusal('has a lone surrogate');
  return code;
}
