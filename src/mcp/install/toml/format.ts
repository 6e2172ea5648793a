import { isDeepStrictEqual } from 'node:util';
import { type Entry, type Fields, isFields, type Value } from '../client.ts';
import { startsRingback } from '../launch.ts';
import { editedWrongly, notAnObject, notEditable, notOurs } from '../refusals.ts';
import { readStatements, type Statement } from './statements.ts';

/** The text with our table in it; the same text if it was there. */
export function putToml(text: string, entry: Entry): string {
  const present = findOurs(text, entry.path);
  if (!present) return checked(text, appendTable(text, entry), entry.path);
  const { fields, statements } = present;
  const changed = Object.entries(entry.fields).filter(
    ([key, value]) => !isDeepStrictEqual(fields[key], value),
  );
  const header = ownHeader(statements, entry.path);
  if (!header && changed.length === 0) return text;
  if (!header) throw notEditable(`"${entry.path.join('.')}" is there without a [table] of its own`);
  const missing = Object.entries(entry.defaults).filter(([key]) => !Object.hasOwn(fields, key));
  const edits = [...changed, ...missing].map(([key, value]) => editOf(statements, header, key, value));
  // From the end, so that the positions before it stay right.
  const edited = edits
    .toSorted((left, right) => left.start - right.start)
    .reduceRight(
      (rest, { start, end, content }) => rest.slice(0, start) + content(rest) + rest.slice(end),
      text,
    );
  return checked(text, edited, entry.path);
}

/** The text without our table and the tables below it; the same text if there was none. */
export function takeToml(text: string, entry: Entry): string {
  const present = findOurs(text, entry.path);
  if (!present) return text;
  const rest = present.runs.reduceRight((edited, { start, end }) => {
    return closeGap(edited.slice(0, start), edited.slice(end));
  }, text);
  if (findOurs(rest, entry.path)) throw editedWrongly();
  return sameOthers(text, rest, entry.path);
}

export function tomlValue(text: string, path: readonly string[]): Value | undefined {
  return readOurs(readStatements(text), path)?.fields;
}

type Span = { readonly start: number; readonly end: number };
type Ours = {
  readonly statements: readonly Statement[];
  readonly fields: Fields;
  /** Statements that follow each other, with the comments between them. */
  readonly runs: readonly Span[];
};

function findOurs(text: string, path: readonly string[]): Ours | null {
  const present = readOurs(readStatements(text), path);
  if (present && !startsRingback(present.fields)) throw notOurs(path);
  return present;
}

/** What a file says below `path`, in whichever of TOML's ways. */
function readOurs(all: readonly Statement[], path: readonly string[]): Ours | null {
  for (const statement of all) refuseAround(statement, path);
  const statements = all.filter((each) => isWithin(each.path, path));
  if (statements.length === 0) return null;
  const fields: Record<string, Value> = {};
  for (const each of statements) {
    if (each.kind === 'table') continue;
    const [key, ...deeper] = each.path.slice(path.length);
    if (key === undefined) Object.assign(fields, isFields(each.value) ? each.value : {});
    else if (deeper.length === 0) fields[key] = each.value;
    else fields[key] ??= {};
  }
  return { statements, fields, runs: findRuns(all, path) };
}

function findRuns(all: readonly Statement[], path: readonly string[]): Span[] {
  const runs: { start: number; end: number }[] = [];
  let isInside = false;
  for (const { path: each, start, end } of all) {
    const run = isInside ? runs.at(-1) : undefined;
    isInside = isWithin(each, path);
    if (!isInside) continue;
    if (run) run.end = end;
    else runs.push({ start, end });
  }
  return runs;
}

/** An inline table cannot be added to, and an array of tables is something else. */
function refuseAround(statement: Statement, path: readonly string[]): void {
  const { kind } = statement;
  const isAround = isWithin(path, statement.path);
  if (kind === 'table' && statement.isArray && isAround) throw notAnObject(statement.path);
  if (kind !== 'pair' || !isAround || statement.path.length === path.length) return;
  if (!isFields(statement.value)) throw notAnObject(statement.path);
  throw notEditable(`"${statement.path.join('.')}" is written as an inline table`);
}

function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.every((part, index) => path[index] === part);
}

function ownHeader(statements: readonly Statement[], path: readonly string[]): Statement | undefined {
  return statements.find((each) => each.kind === 'table' && each.path.length === path.length);
}

type Edit = Span & { readonly content: (text: string) => string };

/** Replaces a value, or adds a line behind the last that stands directly in our table. */
function editOf(statements: readonly Statement[], header: Statement, key: string, value: Value): Edit {
  const own = statements.filter((each) => each.kind === 'pair' && each.table.length === header.path.length);
  for (const pair of own) {
    const isIt = pair.path.length === header.path.length + 1 && pair.path.at(-1) === key;
    if (isIt && pair.kind === 'pair') return { ...pair.valueSpan, content: () => render(value) };
  }
  const end = own.at(-1)?.end ?? header.end;
  return { start: end, end, content: (text) => newLine(text, end, `${key} = ${render(value)}`) };
}

function appendTable(text: string, entry: Entry): string {
  const newline = newlineOf(text);
  const lines = Object.entries({ ...entry.fields, ...entry.defaults }).map(
    ([key, value]) => `${key} = ${render(value)}${newline}`,
  );
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return `${text}${gap}[${entry.path.join('.')}]${newline}${lines.join('')}`;
}

function newLine(text: string, at: number, line: string): string {
  const newline = newlineOf(text);
  const isOpen = at > 0 && text[at - 1] !== '\n';
  return `${isOpen ? newline : ''}${line}${newline}`;
}

/** The empty line that was put before our table goes with it, where none is needed to part its neighbours. */
function closeGap(before: string, after: string): string {
  const isNeeded = after.trim() !== '' && !/^\r?\n/.test(after);
  return (isNeeded ? before : before.replace(/(^|\n)\r?\n$/, '$1')) + after;
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** JSON's strings are TOML's too, but for the delete character. */
function render(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(render).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\x7f', '\\u007F');
}

function checked(before: string, after: string, path: readonly string[]): string {
  if (!findOurs(after, path)) throw editedWrongly();
  return sameOthers(before, after, path);
}

/** The net under the text edits: every other statement must be the same, in the same order. */
function sameOthers(before: string, after: string, path: readonly string[]): string {
  const others = (text: string) =>
    readStatements(text)
      .filter((each) => !isWithin(each.path, path))
      .map((each) => [each.path, text.slice(each.start, each.end).trimEnd()]);
  if (!isDeepStrictEqual(others(before), others(after))) throw editedWrongly();
  return after;
}
