import type { Cursor } from './cursor.ts';

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
};

/** One of the four kinds of strings, or null if none begins here. */
export function readString(cursor: Cursor): string | null {
  if (cursor.looksAt('"""')) {
    const [, body] = cursor.match(/"""(?:\r?\n)?((?:[^\\"]|\\[\s\S]|"(?!""))*)"""/y) ?? cursor.refuse();
    return decodeEscapes(cursor, `${body}${extraQuotes(cursor, '"')}`.replace(/\\[ \t]*\r?\n\s*/g, ''));
  }
  if (cursor.looksAt("'''")) {
    const [, body] = cursor.match(/'''(?:\r?\n)?((?:[^']|'(?!''))*)'''/y) ?? cursor.refuse();
    return `${body}${extraQuotes(cursor, "'")}`;
  }
  return readLineString(cursor);
}

/** The kinds that also a key may be. */
export function readLineString(cursor: Cursor): string | null {
  if (cursor.looksAt('"')) {
    const [, body = ''] = cursor.match(/"((?:[^\\"\x00-\x08\x0a-\x1f\x7f]|\\[^\r\n])*)"/y) ?? cursor.refuse();
    return decodeEscapes(cursor, body);
  }
  if (cursor.looksAt("'")) {
    const [, body = ''] = cursor.match(/'([^'\x00-\x08\x0a-\x1f\x7f]*)'/y) ?? cursor.refuse();
    return body;
  }
  return null;
}

/** Up to two quotes may stand directly before the three that end a string. */
function extraQuotes(cursor: Cursor, quote: string): string {
  return cursor.match(quote === '"' ? /"{0,2}/y : /'{0,2}/y)?.[0] ?? '';
}

function decodeEscapes(cursor: Cursor, body: string): string {
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_, two?: string, four?: string, eight?: string, letter = '') => {
      const code = Number.parseInt(two ?? four ?? eight ?? '', 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : cursor.refuse();
      return escapes[letter] ?? cursor.refuse(`the escape \\${letter} is unknown`);
    },
  );
}
