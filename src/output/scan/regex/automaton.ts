import { type ByteClasses, findByteClasses, isWordByte } from './byte-classes.ts';
import { createFollower, noPattern, type Side } from './follower.ts';
import type { Program } from './program.ts';

/** Entries of the table before it is thrown away: 2 MiB and a quarter. */
const mostEntries = 512 * 1024;

/** The table does not know yet. */
export const unknown = -(2 ** 31);

/**
 * A deterministic automaton over bytes that makes its states when they are first reached. A state is the place of its
 * row in `table`; the entry for a byte's class is the next state, negative (`~state`) when a pattern is found to have
 * matched before that byte: `patterns` then says which. What may follow a match (`$`, `\b`) is so known when it counts.
 */
export type Automaton = {
  readonly classes: ByteClasses;
  readonly table: Int32Array;
  readonly patterns: Uint8Array;
  /** At the beginning of a line, and in one behind a character that is not looked at. */
  readonly behind: Readonly<Record<Side, number>>;
  /** Fills an entry in. All states may have other numbers afterwards: the return value is the same state's. */
  explore(state: number, byteClass: number): number;
};

type State = { readonly places: readonly number[]; readonly before: Side };

export function createAutomaton(program: Program): Automaton {
  const classes = findByteClasses(program);
  const width = classes.examples.length;
  const follower = createFollower(program);
  const hasAssertions = program.instructions.some(({ type }) => type === 'assertion');
  const edge = hasAssertions ? 'edge' : 'other';
  let states: State[] = [];
  let numbers = new Map<string, number>();
  let table = new Int32Array(0);
  let patterns = new Uint8Array(0);

  const grow = (): void => {
    const size = Math.max(width * 16, table.length * 2);
    const largerTable = new Int32Array(size).fill(unknown);
    largerTable.set(table);
    table = largerTable;
    const largerPatterns = new Uint8Array(size);
    largerPatterns.set(patterns);
    patterns = largerPatterns;
  };

  const stateOf = (places: readonly number[], before: Side): number => {
    // Far shorter and faster than the numbers in words.
    const key = before + String.fromCharCode(...places);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = states.length * width;
    states.push({ places, before });
    numbers.set(key, number);
    if (states.length * width > table.length) grow();
    return number;
  };

  const begin = (): void => {
    states = [];
    numbers = new Map();
    table.fill(unknown);
    for (const before of [edge, 'other', 'word'] as const) stateOf([program.start], before);
  };

  const sideOf = (byteClass: number): Side => {
    if (byteClass === classes.lineEnd) return 'edge';
    return hasAssertions && isWordByte(classes.examples[byteClass] ?? 0) ? 'word' : 'other';
  };

  begin();
  const lineStart = 0;
  const [other, word] = (['other', 'word'] as const).map((before) => stateOf([program.start], before));
  const behind = { edge: lineStart, other: other ?? 0, word: word ?? 0 };

  return {
    classes,
    get table() {
      return table;
    },
    get patterns() {
      return patterns;
    },
    behind,
    explore(number, byteClass) {
      let state = number;
      const current = states[state / width];
      if (current === undefined) throw new Error(`state ${state} is none of this automaton`);
      if (states.length * width > mostEntries) {
        begin();
        state = stateOf(current.places, current.before);
      }
      const side = sideOf(byteClass);
      const pattern = follower.close(current.places, current.before, side);
      const next =
        side === 'edge' ? lineStart : stateOf(follower.read(classes.examples[byteClass] ?? 0), side);
      table[state + byteClass] = pattern === noPattern ? next : ~next;
      patterns[state + byteClass] = pattern;
      return state;
    },
  };
}
