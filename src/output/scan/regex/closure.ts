import type { Program } from './program.ts';
import type { Assertion } from './syntax.ts';

/** What is on one side of a place between two bytes. */
export type Side = 'edge' | 'word' | 'other';

const holds: Record<Assertion, (before: Side, after: Side) => boolean> = {
  start: (before) => before === 'edge',
  end: (_, after) => after === 'edge',
  boundary: (before, after) => (before === 'word') !== (after === 'word'),
  'no boundary': (before, after) => (before === 'word') === (after === 'word'),
};

export const noPattern = 0xff;

/** What a set of places leads to without reading a byte. */
export type Closure = {
  /** The first pattern that has matched here. */
  readonly pattern: number;
  /** Places of `bytes` instructions. */
  readonly places: readonly number[];
};

export function closureOf(program: Program, from: readonly number[], before: Side, after: Side): Closure {
  const { instructions } = program;
  const seen = new Set(from);
  const places: number[] = [];
  let pattern = noPattern;
  // A set is walked in the order in which things are added, also while it is walked.
  for (const place of seen) {
    const instruction = instructions[place];
    switch (instruction?.type) {
      case 'bytes':
        places.push(place);
        break;
      case 'fork':
        for (const next of instruction.next) seen.add(next);
        break;
      case 'assertion':
        if (holds[instruction.assertion](before, after)) seen.add(instruction.next);
        break;
      case 'match':
        pattern = Math.min(pattern, instruction.pattern);
        break;
    }
  }
  return { pattern, places };
}
