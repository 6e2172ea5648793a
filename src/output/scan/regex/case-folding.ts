import { type CodePoints, isIn, union } from './code-points.ts';

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/** Larger sets are taken to have letters beyond ASCII. */
const fewCharacters = 500;

/** The set with every character that is the same to the flag `i`, as JavaScript's `iu` has it. */
export function closeOverCase(set: CodePoints): CodePoints {
  const beyond = set.filter(([, to]) => to >= 0x80);
  const added = closeOverAscii(set);
  if (hasCase(beyond)) {
    variants ??= findVariants();
    for (const [code, others] of variants) {
      if (isIn(beyond, code)) for (const other of others) added.push([other, other]);
    }
  }
  return union(set, added);
}

/** Patterns are ASCII mostly, and then need not wait for the table of all letters. */
function closeOverAscii(set: CodePoints): [number, number][] {
  const added: [number, number][] = [];
  for (let upper = 0x41; upper <= 0x5a; upper += 1) {
    const same = [upper, upper + 0x20, ...(asciiVariants[upper] ?? [])];
    if (same.some((code) => isIn(set, code))) for (const code of same) added.push([code, code]);
  }
  return added;
}

/** The Kelvin sign is a K, the long s an S. */
const asciiVariants: Readonly<Record<number, readonly number[]>> = { 75: [0x212a], 83: [0x017f] };

function hasCase(set: CodePoints): boolean {
  const count = set.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (count > fewCharacters) return true;
  return set.some(([from, to]) => {
    const codes = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return /\p{Changes_When_Casemapped}/u.test(String.fromCodePoint(...codes));
  });
}

/** For every character that has them, all other ones that JavaScript takes for the same. */
function findVariants(): Map<number, number[]> {
  const groups = new Map<string, Set<string>>();
  for (const character of casedCharacters()) {
    const members = [character, character.toLowerCase(), character.toUpperCase()].filter(isOneCharacter);
    const group = new Set(members.flatMap((member) => [member, ...(groups.get(member) ?? [])]));
    for (const member of group) groups.set(member, group);
  }
  const found = new Map<number, number[]>();
  for (const [character, group] of groups) {
    // Upper case joins more than folding does: `ı` has the upper case `I`, but is no `i`.
    const regex = new RegExp(character, 'iu');
    const others = Array.from(group).filter((other) => other !== character && regex.test(other));
    if (others.length > 0) found.set(codeOf(character), others.map(codeOf));
  }
  return found;
}

function casedCharacters(): string[] {
  const all = Array.from({ length: 0x1f000 }, (_, code) =>
    isSurrogate(code) ? ' ' : String.fromCodePoint(code),
  );
  return all.join('').match(/\p{Changes_When_Casemapped}/gu) ?? [];
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isOneCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
