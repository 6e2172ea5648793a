import { buckets, getMachine, type Machine } from './machine.ts';
import { type Matcher, none } from './matcher.ts';

/** Literals, sixteen places at a time: scanner.c's `find`. */
export function createLiteralMatcher(literals: readonly Buffer[]): Matcher {
  const matcher: Matcher = {
    overlap: Math.max(...literals.map(({ length }) => length)) - 1,
    reset() {},
    run(from, to, most, carried) {
      const machine = getMachine();
      if (machine.owner !== matcher) load(machine, literals);
      machine.owner = matcher;
      machine.find(from, to, most, carried.pattern, carried.isTold ? 1 : 0);
      return {
        count: machine.found,
        rows: machine.rows,
        restPattern: machine.restLiteral,
        restMatchEnd: machine.restMatchEnd,
      };
    },
    matchAtEnd: () => none,
  };
  return matcher;
}

function load(machine: Machine, literals: readonly Buffer[]): void {
  let at = 0;
  literals.forEach((literal, i) => {
    machine.literals.set([at, literal.length, rarestTriple(literal)], i * 3);
    machine.literalBytes.set(literal, at);
    at += literal.length;
  });
  loadBuckets(machine, literals.length);
  machine.masks.fill(0);
  literals.forEach((literal, i) => {
    addToMasks(machine.masks, literal.subarray(rarestTriple(literal)), 1 << (i % buckets));
  });
}

/** Bucket i has the literals i, i + 8, i + 16, … */
function loadBuckets(machine: Machine, count: number): void {
  let at = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    machine.bucketStart[bucket] = at;
    for (let i = bucket; i < count; i += buckets) {
      machine.bucketLiterals[at] = i;
      at += 1;
    }
  }
  machine.bucketStart[buckets] = at;
}

/** Which buckets are possible for each half of each byte; a byte that a literal has not is any. */
function addToMasks(masks: Uint8Array, literal: Buffer, bit: number): void {
  for (let i = 0; i < 3; i += 1) {
    const byte = literal[i];
    for (let half = 0; half < 16; half += 1) {
      if (byte === undefined || (byte & 15) === half) setBit(masks, i * 32 + half, bit);
      if (byte === undefined || byte >> 4 === half) setBit(masks, i * 32 + 16 + half, bit);
    }
  }
}

function setBit(masks: Uint8Array, at: number, bit: number): void {
  masks[at] = (masks[at] ?? 0) | bit;
}

/** What logs are made of, the most frequent first. All else is rarer. */
const frequent = ' e0t1ainors2d3c45lm6p789u-.h:/f,gby_vk=wTESIANORDCL[]()"x';

/** The place of the three bytes in a row that will be met by chance least often. */
function rarestTriple(literal: Buffer): number {
  const rarity = Array.from(literal, (byte) => {
    const rank = frequent.indexOf(String.fromCharCode(byte));
    return rank < 0 ? frequent.length : rank;
  });
  const triples = rarity.slice(2).map((rank, i) => rank + (rarity[i + 1] ?? 0) + (rarity[i] ?? 0));
  return Math.max(0, triples.indexOf(Math.max(...triples)));
}
