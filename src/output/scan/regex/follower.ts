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

/** Follows a program, one place between two bytes at a time. */
type Follower = {
  /** Goes where places lead to without reading a byte. Returns the first pattern that has matched, or `noPattern`. */
  close(from: readonly number[], before: Side, after: Side): number;
  /** Where the places of the last `close` lead to by reading a byte. A match may begin anywhere. */
  read(byte: number): number[];
};

/**
 * Where a state is met for the first time, this is what a byte costs: so no sets or maps, but marks on the
 * instructions.
 */
export function createFollower({ instructions, start }: Program): Follower {
  /** The round in which an instruction was added last. */
  const marks = new Uint32Array(instructions.length);
  let places = new Uint16Array(instructions.length);
  let others = new Uint16Array(instructions.length);
  let round = 0;
  let count = 0;

  const begin = (): void => {
    round += 1;
    count = 0;
  };

  const add = (place: number): void => {
    if (marks[place] === round) return;
    marks[place] = round;
    places[count] = place;
    count += 1;
  };

  return {
    close(from, before, after) {
      let pattern = noPattern;
      begin();
      for (const place of from) add(place);
      // What is added on the way is walked too.
      for (let i = 0; i < count; i += 1) {
        const instruction = instructions[places[i] ?? 0];
        if (instruction?.type === 'fork') for (const next of instruction.next) add(next);
        else if (instruction?.type === 'match') pattern = Math.min(pattern, instruction.pattern);
        else if (instruction?.type === 'assertion' && holds[instruction.assertion](before, after))
          add(instruction.next);
      }
      return pattern;
    },
    read(byte) {
      const reached = places;
      const reachedCount = count;
      places = others;
      others = reached;
      begin();
      add(start);
      for (let i = 0; i < reachedCount; i += 1) {
        const instruction = instructions[reached[i] ?? 0];
        if (instruction?.type !== 'bytes') continue;
        for (const [from, to, next] of instruction.ranges) if (from <= byte && byte <= to) add(next);
      }
      return Array.from(places.subarray(0, count));
    },
  };
}
