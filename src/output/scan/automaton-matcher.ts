import { getMachine, mostRows } from './machine.ts';
import { type Carried, type Matcher, type Matches, none } from './matcher.ts';
import { createAutomaton, unknown } from './regex/automaton.ts';
import { noPattern } from './regex/follower.ts';
import type { Program } from './regex/program.ts';

/** Regular expressions: one step of an automaton for every byte. */
export function createAutomatonMatcher(program: Program): Matcher {
  const automaton = createAutomaton(program);
  const { of: classes, lineEnd: lineEndClass } = automaton.classes;
  const rows = new Int32Array(mostRows * 4);
  let state = automaton.behind.edge;

  /** The pattern that has matched when the line ends in this state. */
  const patternAtEnd = (): number => {
    if (automaton.table[state + lineEndClass] === unknown) state = automaton.explore(state, lineEndClass);
    return automaton.patterns[state + lineEndClass] ?? noPattern;
  };

  const run = (from: number, to: number, most: number, carried: Carried): Matches => {
    const { text } = getMachine();
    let { table } = automaton;
    let at = from;
    let count = 0;
    let best = carried.pattern === none ? noPattern : carried.pattern;
    let matchEnd = from;
    /** The end of the line in which `best` was found. */
    let end = best !== noPattern || carried.isTold ? lineEndAt(text, from, to) : from;
    if (carried.isTold) {
      best = noPattern;
      state = automaton.behind.edge;
      at = end + 1;
    }
    while (at < to) {
      const stop = best === noPattern ? to : end;
      let now = state;
      let entry = 0;
      if (best !== 0) {
        for (; at < stop; at += 1) {
          entry = table[now + (classes[text[at] ?? 0] ?? 0)] ?? unknown;
          if (entry < 0) break;
          now = entry;
        }
      } else at = stop;
      state = now;
      if (at < stop) {
        const byteClass = classes[text[at] ?? 0] ?? 0;
        if (entry === unknown) {
          state = automaton.explore(state, byteClass);
          table = automaton.table;
          continue;
        }
        const pattern = automaton.patterns[state + byteClass] ?? noPattern;
        if (best === noPattern) end = lineEndAt(text, at, to);
        if (pattern < best) {
          best = pattern;
          matchEnd = at;
        }
        if (at < end) {
          state = ~entry;
          at += 1;
          continue;
        }
      }
      if (best === noPattern || end === to) break;
      const last = patternAtEnd();
      table = automaton.table;
      if (last < best) {
        best = last;
        matchEnd = end;
      }
      if (count < most) rows.set([lineStartAt(text, matchEnd, from), end, matchEnd, best], count * 4);
      count += 1;
      best = noPattern;
      state = automaton.behind.edge;
      at = end + 1;
    }
    return { count, rows, restPattern: best === noPattern ? none : best, restMatchEnd: matchEnd };
  };

  return {
    overlap: 0,
    reset(before) {
      state = automaton.behind[before];
    },
    run,
    matchAtEnd() {
      const pattern = patternAtEnd();
      return pattern === noPattern ? none : pattern;
    },
  };
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

function lineEndAt(text: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isLineEnd(text[at])) at += 1;
  return at;
}

/** -1: the line began before `from`, or there. */
function lineStartAt(text: Uint8Array, before: number, from: number): number {
  let at = before;
  while (at > from && !isLineEnd(text[at - 1])) at -= 1;
  return at > from ? at : -1;
}
