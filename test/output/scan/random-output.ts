import type { Random } from '../random.ts';

const words = [
  'error',
  'err',
  'READY',
  'ready',
  'warn',
  'ab',
  'ba',
  'a',
  'b',
  'ß',
  'grün',
  '日本',
  '🚀',
  'é',
  ' ',
  '12',
  '_',
  '-',
  '\t',
] as const;
const codes = [
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[m',
  '\x1b[1;38;5;208m',
  '\x1b[38;2;255;255;255;48;2;1;1;1m',
  '\x1b[?25l',
  '\x1b]8;;https://error.example/READY\x1b\\',
  '\x1b]0;title\x07',
  '\x1bP1$rerror\x1b\\',
  '\x1b(B',
  '\x1b7',
  '\x1b[3\x1b[31m',
  '\x1b[31\x18',
  '\x1b[3\x071m',
  '\x1b[3\r1m',
  '\x1b[31é',
  '\x1b\x1b[31m',
  '\x1b]0;ti\ntle',
  '\x1b]0;\u009c',
  '\u009b31m',
  '\u009d0;x\u009c',
  '\u0085',
  '\x1b',
  '\x1b[',
  '\x00',
  '\x07',
  '\x7f',
] as const;
const invalid = [
  'ff',
  'c3',
  'e697',
  'f09f',
  'f09f9a',
  '80',
  'eda080',
  'c080',
  'f4908080',
  '9b',
  'c2',
] as const;
const ends = ['\n', '\n', '\n', '\r\n', '\r', '\r\r\n', '\n\n'] as const;

/** Output with everything in it that can hide a word. Its texture changes: much of it is plain, some is all codes. */
export function randomOutput(random: Random, pieces: number): Buffer {
  const parts: Buffer[] = [];
  const colour = random.pick([0, 0.05, 0.4]);
  const damage = random.pick([0, 0, 0.05]);
  const lineEnd = random.pick([0.02, 0.1, 0.3]);
  for (let i = 0; i < pieces; i += 1) {
    if (random.chance(colour)) parts.push(Buffer.from(random.pick(codes)));
    if (random.chance(damage)) parts.push(Buffer.from(random.pick(invalid), 'hex'));
    if (random.chance(lineEnd)) parts.push(Buffer.from(random.pick(ends)));
    const word = random.pick(words);
    // A code may be in the middle of a word, or of a character.
    const bytes = Buffer.from(word);
    const cut = random.chance(colour) ? random.between(0, bytes.length) : bytes.length;
    parts.push(
      bytes.subarray(0, cut),
      Buffer.from(cut < bytes.length ? random.pick(codes) : ''),
      bytes.subarray(cut),
    );
  }
  return Buffer.concat(parts);
}

/** The same bytes in chunks of all sizes. */
export function randomChunks(random: Random, bytes: Buffer): { offset: number; bytes: Buffer }[] {
  const chunks = [];
  const most = random.pick([1, 3, 20, 300, 100_000]);
  for (let offset = 0; offset < bytes.length; ) {
    const end = offset + random.between(1, most);
    chunks.push({ offset, bytes: bytes.subarray(offset, end) });
    offset = Math.min(end, bytes.length);
  }
  return chunks;
}

/** Groups are not repeated without bound: JavaScript, which they are compared with, takes for ever on long lines. */
export function randomPatterns(random: Random): string[] {
  return Array.from({ length: random.between(1, random.chance(0.1) ? 20 : 3) }, () =>
    random.chance(0.5)
      ? randomLiteral(random)
      : `/${randomRegex(random, 2, ['?', '{2}'])}/${random.pick(['', '', 'i'])}`,
  );
}

function randomLiteral(random: Random): string {
  const text = Array.from({ length: random.between(1, 3) }, () => random.pick(words)).join('');
  return random.chance(0.3) ? text.slice(0, 2).toWellFormed() : text;
}

const atoms = [
  'a',
  'b',
  'r',
  'E',
  'é',
  'ß',
  '日',
  '🚀',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '[a-r]',
  '[^a-f]',
  '[é-日b]',
  '[^🚀e]',
  '\\x61',
  '\\u00e9',
  '\\u{1f680}',
  '\\.',
  'err',
  'ready',
  ' ',
] as const;
const assertions = ['^', '$', '\\b', '\\B'] as const;
const quantifiers = ['*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?', '+?'] as const;

/** A regular expression of the subset that both JavaScript and the scanner know. */
export function randomRegex(
  random: Random,
  depth: number,
  groupQuantifiers: readonly [string, ...string[]] = quantifiers,
): string {
  const sequence = (): string =>
    Array.from({ length: random.between(1, 3) }, () => {
      if (random.chance(0.12)) return random.pick(assertions);
      const isGroup = depth > 0 && random.chance(0.35);
      const open = random.pick(['(', '(?:', `(?<n${random.between(0, 1e9)}>`]);
      const atom = isGroup
        ? `${open}${randomRegex(random, depth - 1, groupQuantifiers)})`
        : random.pick(atoms);
      return random.chance(0.35) ? atom + random.pick(isGroup ? groupQuantifiers : quantifiers) : atom;
    }).join('');
  return Array.from({ length: random.chance(0.25) ? 2 : 1 }, sequence).join('|');
}
