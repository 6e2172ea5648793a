import type { CodePoints } from './code-points.ts';
import { type Assertion, type Expression, Refusal } from './syntax.ts';
import { type ByteRange, toByteSequences } from './utf8.ts';

/** One step of a nondeterministic automaton over bytes; numbers are places in the program. */
type Instruction =
  | {
      readonly type: 'bytes';
      readonly ranges: readonly (readonly [from: number, to: number, next: number])[];
    }
  | { readonly type: 'fork'; readonly next: readonly number[] }
  | { readonly type: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly type: 'match'; readonly pattern: number };

export type Program = { readonly instructions: readonly Instruction[]; readonly start: number };

/** All patterns together. One more bounds the time that a byte can cost: each may have to be looked at for it. */
const mostInstructions = 4000;

/** The expressions as one automaton; the place in the list is the pattern's number. */
export function compileProgram(expressions: readonly Expression[]): Program {
  const builder = createBuilder();
  const starts = expressions.map((expression, pattern) =>
    builder.addExpression(expression, builder.add({ type: 'match', pattern })),
  );
  const start = builder.add({ type: 'fork', next: starts });
  return { instructions: builder.instructions, start };
}

/** Built from the end: every part knows what follows it. */
function createBuilder() {
  const instructions: Instruction[] = [];

  const add = (instruction: Instruction): number => {
    if (instructions.length >= mostInstructions) throw new Refusal('is too large');
    instructions.push(instruction);
    return instructions.length - 1;
  };

  const addExpression = (expression: Expression, next: number): number => {
    switch (expression.type) {
      case 'characters':
        return addCharacters(expression.set, next);
      case 'assertion':
        return add({ type: 'assertion', assertion: expression.assertion, next });
      case 'sequence':
        return expression.items.reduceRight((following, item) => addExpression(item, following), next);
      case 'choice':
        return add({ type: 'fork', next: expression.options.map((option) => addExpression(option, next)) });
      case 'repeat':
        return addRepeat(expression.item, expression.least, expression.most, next);
    }
  };

  const addRepeat = (item: Expression, least: number, most: number, next: number): number => {
    let start = next;
    if (most === Number.POSITIVE_INFINITY) {
      const following: number[] = [next];
      start = add({ type: 'fork', next: following });
      following.push(addExpression(item, start));
    } else {
      for (let i = least; i < most; i += 1) {
        start = add({ type: 'fork', next: [next, addExpression(item, start)] });
      }
    }
    for (let i = 0; i < least; i += 1) start = addExpression(item, start);
    return start;
  };

  /** Equal ends are shared, else a class like \p{L} would have thousands. */
  const addCharacters = (set: CodePoints, next: number): number => {
    const known = new Map<string, number>();
    const addSequences = (sequences: readonly (readonly ByteRange[])[]): number => {
      const ranges = groupByFirst(sequences).map(([from, to, rests]) => {
        const isLast = rests.every((rest) => rest.length === 0);
        return [from, to, isLast ? next : addSequences(rests)] as const;
      });
      const key = ranges.join(';');
      const place = known.get(key) ?? add({ type: 'bytes', ranges });
      known.set(key, place);
      return place;
    };
    return addSequences(toByteSequences(set));
  };

  return { instructions, add, addExpression };
}

function groupByFirst(
  sequences: readonly (readonly ByteRange[])[],
): readonly (readonly [from: number, to: number, rests: ByteRange[][]])[] {
  const groups = new Map<string, [number, number, ByteRange[][]]>();
  for (const [first, ...rest] of sequences) {
    if (first === undefined) continue;
    const key = first.join('-');
    const group = groups.get(key);
    if (group) group[2].push(rest);
    else groups.set(key, [first[0], first[1], [rest]]);
  }
  return Array.from(groups.values());
}
