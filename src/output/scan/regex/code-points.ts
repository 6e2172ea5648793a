/** A set of characters as sorted ranges of code points that neither touch nor overlap. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

export const highest = 0x10ffff;

export function union(...sets: readonly CodePoints[]): CodePoints {
  const merged: [number, number][] = [];
  for (const [from, to] of sets.flat().sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (next < from) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= highest) rest.push([next, highest]);
  return rest;
}

export function isIn(set: CodePoints, code: number): boolean {
  return set.some(([from, to]) => from <= code && code <= to);
}

export const digits: CodePoints = [[0x30, 0x39]];
export const wordCharacters: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
export const spaces: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** What `.` is not. */
export const lineEnds: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

const properties = new Map<string, CodePoints | undefined>();

/** The characters with a Unicode property (`L`, `Script=Greek`), as JavaScript knows it; `undefined`: it does not. */
export function withProperty(name: string): CodePoints | undefined {
  if (!properties.has(name)) properties.set(name, lookUp(name));
  return properties.get(name);
}

function lookUp(name: string): CodePoints | undefined {
  let regex: RegExp;
  try {
    regex = new RegExp(`\\p{${name}}+`, 'gu');
  } catch {
    return undefined;
  }
  const ranges: [number, number][] = [];
  const blockSize = 0x800;
  for (let block = 0; block <= highest; block += blockSize) {
    if (block === 0xd800) continue; // surrogates, exactly: no characters
    const text = String.fromCodePoint(...Array.from({ length: blockSize }, (_, i) => block + i));
    for (const [run] of text.matchAll(regex)) {
      const first = run.codePointAt(0) ?? 0;
      ranges.push([first, first + Array.from(run).length - 1]);
    }
  }
  return union(ranges);
}
