import type { Value } from '../client.ts';
import { Cursor } from './cursor.ts';
import { readKey, readValue } from './values.ts';

type Span = { readonly start: number; readonly end: number };

/** One line of a TOML file, or several where its value goes on. `end` is behind the line's end. */
export type Statement = Span &
  (
    | { readonly kind: 'table'; readonly path: readonly string[]; readonly isArray: boolean }
    | {
        readonly kind: 'pair';
        /** From the root: the table's path and the key's own dots. */
        readonly path: readonly string[];
        /** The table that it stands in. */
        readonly table: readonly string[];
        readonly value: Value;
        readonly valueSpan: Span;
      }
  );

/** Every statement; comments and empty lines are what is between. */
export function readStatements(text: string): Statement[] {
  const cursor = new Cursor(text);
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (cursor.skipLines(); !cursor.isAtEnd; cursor.skipLines()) {
    const statement = cursor.looksAt('[') ? readHeader(cursor) : readPair(cursor, table);
    if (statement.kind === 'table') table = statement.path;
    statements.push(statement);
  }
  refuseTwins(cursor, statements);
  return statements;
}

function readHeader(cursor: Cursor): Statement {
  const start = cursor.at;
  const isArray = cursor.accept('[[');
  if (!isArray) cursor.expect('[');
  const path = readKey(cursor);
  cursor.expect(isArray ? ']]' : ']');
  return { kind: 'table', path, isArray, start, end: endLine(cursor) };
}

function readPair(cursor: Cursor, table: readonly string[]): Statement {
  const start = cursor.at;
  const key = readKey(cursor);
  cursor.expect('=');
  cursor.skipBlanks();
  const valueStart = cursor.at;
  const value = readValue(cursor);
  const valueSpan = { start: valueStart, end: cursor.at };
  return { kind: 'pair', path: [...table, ...key], table, value, valueSpan, start, end: endLine(cursor) };
}

function endLine(cursor: Cursor): number {
  cursor.skipBlanks();
  cursor.skipComment();
  if (!cursor.isAtEnd && !cursor.match(/\r?\n/y)) cursor.refuse();
  return cursor.at;
}

/** Each element of an array of tables begins anew, with everything below it. */
function refuseTwins(cursor: Cursor, statements: readonly Statement[]): void {
  const seen = new Set<string>();
  for (const statement of statements) {
    const name = JSON.stringify(statement.path);
    if (statement.kind === 'table' && statement.isArray) {
      const inside = `${name.slice(0, -1)},`;
      for (const each of seen) if (each.startsWith(inside)) seen.delete(each);
      continue;
    }
    if (seen.has(name)) {
      cursor.at = statement.start;
      cursor.refuse(`"${statement.path.join('.')}" stands there twice`);
    }
    seen.add(name);
  }
}
