import { digestRules } from './rules.ts';

/** Longer ones are data, not messages; only their beginning is looked at. */
const LINE_CHARACTERS = 300;
const GAP = '…';

/**
 * The lines of a failed command's output that say why: the first errors with their neighbours, compiler messages, names
 * of failing tests, in the order in which they were printed. Empty where nothing looks like one. At most `characters`.
 */
export function digest(text: string, characters: number): string {
  const lines = text.split('\n');
  const chosen = new Set<number>();
  for (const { rules, most, around } of digestRules) {
    const seen = new Set<string>();
    for (let i = 0; i < lines.length && seen.size < most; i++) {
      const line = shorten(lines[i]);
      if (seen.has(line) || !rules.some(({ pattern }) => pattern.test(line))) continue;
      seen.add(line);
      for (let near = i - around[0]; near <= i + around[1]; near++) if (lines[near]?.trim()) chosen.add(near);
    }
  }
  return joinUpTo(
    [...chosen].sort((a, b) => a - b),
    lines,
    characters,
  );
}

/** `…` stands where lines were left out in between. */
function joinUpTo(chosen: readonly number[], lines: readonly string[], characters: number): string {
  const shown: string[] = [];
  let left = characters;
  let last = -1;
  for (const at of chosen) {
    const line = shorten(lines[at]);
    const isApart = last >= 0 && at > last + 1;
    left -= line.length + 1 + (isApart ? GAP.length + 1 : 0);
    if (left < 0) break;
    if (isApart) shown.push(GAP);
    shown.push(line);
    last = at;
  }
  return shown.join('\n');
}

function shorten(line = ''): string {
  return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}${GAP}`.toWellFormed() : line;
}
