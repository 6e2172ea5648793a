import type { CodePoints } from './code-points.ts';

export type Assertion = 'start' | 'end' | 'boundary' | 'no boundary';

/** A regular expression as a tree. Groups and greed are gone: they do not change whether a line matches. */
export type Expression =
  | { readonly type: 'characters'; readonly set: CodePoints }
  | { readonly type: 'assertion'; readonly assertion: Assertion }
  | { readonly type: 'sequence'; readonly items: readonly Expression[] }
  | { readonly type: 'choice'; readonly options: readonly Expression[] }
  | { readonly type: 'repeat'; readonly item: Expression; readonly least: number; readonly most: number };

/** Why a regular expression is refused: the end of a sentence that begins with its name. */
export class Refusal extends Error {}

/** The text that is the only one to match, when there is just one. */
export function literalOf(expression: Expression): string | undefined {
  if (expression.type === 'characters') {
    const [range, second] = expression.set;
    if (range === undefined || second !== undefined || range[0] !== range[1]) return undefined;
    return String.fromCodePoint(range[0]);
  }
  if (expression.type !== 'sequence') return undefined;
  const parts = expression.items.map(literalOf);
  return parts.includes(undefined) ? undefined : parts.join('');
}
