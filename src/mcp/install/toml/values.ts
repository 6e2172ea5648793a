import type { Value } from '../client.ts';
import type { Cursor } from './cursor.ts';
import { readLineString, readString } from './strings.ts';

const DIGITS = String.raw`\d+(?:_\d+)*`;
const NUMBER = new RegExp(
  String.raw`(?:0x[\da-fA-F]+(?:_[\da-fA-F]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*|` +
    String.raw`[+-]?(?:inf|nan|(?!0[\d_])${DIGITS}(?:\.${DIGITS})?(?:[eE][+-]?${DIGITS})?))(?![\w.:+-])`,
  'y',
);
const TIME =
  /(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?![\w.:+-])/y;

/** Numbers and times are kept as they are written: we never need more of them. */
export function readValue(cursor: Cursor): Value {
  const string = readString(cursor);
  if (string !== null) return string;
  if (cursor.accept('[')) return readArray(cursor);
  if (cursor.accept('{')) return readInlineTable(cursor);
  const [word] = cursor.match(/(?:true|false)(?![\w.-])/y) ?? [];
  if (word !== undefined) return word === 'true';
  const [other] = cursor.match(TIME) ?? cursor.match(NUMBER) ?? cursor.refuse();
  return /^\d+$/.test(other) ? Number(other) : other;
}

/** A key with its dots: `a."b.c".d` is three parts. */
export function readKey(cursor: Cursor): string[] {
  const parts: string[] = [];
  do {
    cursor.skipBlanks();
    parts.push(readLineString(cursor) ?? cursor.match(/[\w-]+/y)?.[0] ?? cursor.refuse());
    cursor.skipBlanks();
  } while (cursor.accept('.'));
  return parts;
}

function readArray(cursor: Cursor): Value[] {
  const items: Value[] = [];
  cursor.skipLines();
  while (!cursor.accept(']')) {
    items.push(readValue(cursor));
    cursor.skipLines();
    if (!cursor.accept(',') && !cursor.looksAt(']')) cursor.refuse();
    cursor.skipLines();
  }
  return items;
}

function readInlineTable(cursor: Cursor): Value {
  const table: Record<string, Value> = Object.create(null);
  cursor.skipLines();
  while (!cursor.accept('}')) {
    const key = readKey(cursor);
    cursor.expect('=');
    cursor.skipBlanks();
    const value = readValue(cursor);
    setAt(cursor, table, key, value);
    cursor.skipLines();
    if (!cursor.accept(',') && !cursor.looksAt('}')) cursor.refuse();
    cursor.skipLines();
  }
  return { ...table };
}

function setAt(cursor: Cursor, table: Record<string, Value>, key: readonly string[], value: Value): void {
  const name = key[0] ?? '';
  if (key.length === 1) {
    if (name in table) cursor.refuse(`"${name}" stands there twice`);
    table[name] = value;
    return;
  }
  const inner: Record<string, Value> = Object.assign(Object.create(null), table[name]);
  setAt(cursor, inner, key.slice(1), value);
  table[name] = { ...inner };
}
