import { getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import type { Value } from '../client.ts';
import { malformed } from '../refusals.ts';

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

type Body = ReturnType<typeof parseTOML>['body'][0]['body'];

/** Every statement, in order; comments and empty lines are what is between. */
export function readStatements(text: string): Statement[] {
  return toStatements(text, parse(text), []);
}

function parse(text: string): Body {
  try {
    return parseTOML(text, { tomlVersion: 'latest' }).body[0].body;
  } catch (error) {
    if (error instanceof ParseError) throw malformed('TOML', error.lineNumber, error.message);
    throw error;
  }
}

function toStatements(text: string, body: Body, table: readonly string[]): Statement[] {
  return body.flatMap((node): Statement[] => {
    const [start] = node.range;
    const key = getStaticTOMLValue(node.key);
    if (node.type === 'TOMLTable') {
      const end = endOfLine(text, node.key.range[1]);
      const header = { kind: 'table', path: key, isArray: node.kind === 'array', start, end } as const;
      return [header, ...toStatements(text, node.body, key)];
    }
    const [valueStart, valueEnd] = node.value.range;
    return [
      {
        kind: 'pair',
        path: [...table, ...key],
        table,
        // Times are dates here: they are compared at most.
        value: getStaticTOMLValue(node.value) as Value,
        valueSpan: { start: valueStart, end: valueEnd },
        start,
        end: endOfLine(text, valueEnd),
      },
    ];
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}
