/** Finds many literals in one pass over a text, at a cost that does not depend on their number. */
export type Automaton = {
  /**
   * Calls back for every literal found, in the order of their ends. Ignores case, and all but the lowest byte of a
   * character: the callback has to check again.
   */
  scan(text: string, onHit: (literal: number, start: number) => void): void;
};

/** Reading bytes is twice as fast as reading the characters of a string. */
const bytes = new Uint8Array(64 * 1024);
const writable = Buffer.from(bytes.buffer);

/** An Aho–Corasick automaton as one table: a row per state, a column per class of characters. */
export function createAutomaton(literals: readonly string[]): Automaton {
  const columns = columnsOf(literals);
  const width = Math.max(...columns) + 1;
  const { table, ends, firstEnd } = buildTable(literals, columns, width);

  /** The first byte after which a state with an end is reached, or `length`; its row, or the last one, in `reached`. */
  let reached = 0;
  function findEnd(from: number, length: number): number {
    let row = reached;
    let i = from;
    for (; i < length; i++) {
      row = table[row + (columns[bytes[i] ?? 0] ?? 0)] ?? 0;
      if (row >= firstEnd) break;
    }
    reached = row;
    return i;
  }

  return {
    scan(text, onHit) {
      reached = 0;
      for (let base = 0; base < text.length; base += bytes.length) {
        const length = writable.write(text.slice(base, base + bytes.length), 'latin1');
        for (let i = findEnd(0, length); i < length; i = findEnd(i + 1, length)) {
          for (const literal of ends[reached / width] ?? []) {
            onHit(literal, base + i + 1 - (literals[literal]?.length ?? 0));
          }
        }
      }
    },
  };
}

/** Column 0 is for characters that occur in no literal. */
function columnsOf(literals: readonly string[]): Uint8Array {
  const columns = new Uint8Array(256);
  let next = 1;
  for (const literal of literals) {
    for (let i = 0; i < literal.length; i++) {
      const lower = lowerCase(literal.charCodeAt(i) & 255);
      if (columns[lower] === 0) columns[lower] = next++;
    }
  }
  return columns.map((_, code) => columns[lowerCase(code)] ?? 0);
}

function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

type Table = {
  /** At a state's row and a character's column: the row of the next state. */
  readonly table: Int32Array;
  /** By state: the literals that end there. */
  readonly ends: readonly (readonly number[])[];
  /** States in which a literal ends have the last rows, from this one on: recognized by one comparison. */
  readonly firstEnd: number;
};

function buildTable(literals: readonly string[], columns: Uint8Array, width: number): Table {
  const { next, ends: ownEnds, count } = buildTrie(literals, columns, width);
  const order = completeTrie(next, ownEnds, width);
  const silent = order.filter((state) => !ownEnds[state]);
  const places = [...silent, ...order.filter((state) => ownEnds[state])];
  const rows = new Int32Array(count);
  for (const [place, state] of places.entries()) rows[state] = place * width;
  const table = new Int32Array(count * width);
  for (const state of places) {
    const row = rows[state] ?? 0;
    for (let column = 0; column < width; column++)
      table[row + column] = rows[next[state * width + column] ?? 0] ?? 0;
  }
  return { table, ends: places.map((state) => ownEnds[state] ?? []), firstEnd: silent.length * width };
}

type Trie = {
  /** At a state and a column: the next state, or 0, the root, for none. */
  readonly next: Int32Array;
  readonly ends: (number[] | undefined)[];
  readonly count: number;
};

function buildTrie(literals: readonly string[], columns: Uint8Array, width: number): Trie {
  const most = literals.reduce((sum, literal) => sum + literal.length, 1);
  const next = new Int32Array(most * width);
  const ends: (number[] | undefined)[] = [];
  let count = 1;
  for (const [index, literal] of literals.entries()) {
    let state = 0;
    for (let i = 0; i < literal.length; i++) {
      const cell = state * width + (columns[literal.charCodeAt(i) & 255] ?? 0);
      next[cell] ||= count++;
      state = next[cell] ?? 0;
    }
    ends[state] = [...(ends[state] ?? []), index];
  }
  return { next, ends, count };
}

/** Fills in, by depth, the transitions a state lacks: those of its longest suffix's state. */
function completeTrie(next: Int32Array, ends: (number[] | undefined)[], width: number): number[] {
  const order = [0];
  const suffixes = new Map<number, number>();
  for (const state of order) {
    const suffix = suffixes.get(state) ?? 0;
    for (let column = 0; column < width; column++) {
      const child = next[state * width + column] ?? 0;
      const known = state === 0 ? 0 : (next[suffix * width + column] ?? 0);
      if (child === 0) next[state * width + column] = known;
      else {
        order.push(child);
        suffixes.set(child, known);
        const both = [...(ends[child] ?? []), ...(ends[known] ?? [])];
        if (both.length > 0) ends[child] = both;
      }
    }
  }
  return order;
}
