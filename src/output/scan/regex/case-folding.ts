import { type CodePoints, union } from './code-points.ts';

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/** The set with every character that is the same to the flag `i`, as JavaScript's `iu` has it. */
export function closeOverCase(set: CodePoints): CodePoints {
  variants ??= findVariants();
  const added: [number, number][] = [];
  for (const [code, others] of variants) {
    if (set.some(([from, to]) => from <= code && code <= to))
      for (const other of others) added.push([other, other]);
  }
  return union(set, added);
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
