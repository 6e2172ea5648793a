import type { PolicyLimits } from './limits.ts';

/** What a match notification shows of its lines: whole lines from the first on, as many as its limits allow. */
export function cutMatchOutput(limits: PolicyLimits, lines: readonly string[]): string {
  const shown: string[] = [];
  let room = limits.matchCharacters;
  for (const line of lines.slice(0, limits.matchLines)) {
    if (line.length > room) break;
    shown.push(line);
    room -= line.length + 1;
  }
  // Something must be seen of a single line that is longer than everything allowed.
  if (shown.length === 0 && lines[0] !== undefined) shown.push(cutLine(lines[0], limits.matchCharacters));
  return shown.join('\n');
}

/** The beginning of a line, at most so many UTF-16 units, no character cut in half. */
export function cutLine(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const end = Math.max(0, limit - 1);
  const isHalved = /[\ud800-\udbff]/.test(line.charAt(end - 1));
  return `${line.slice(0, isHalved ? end - 1 : end)}…`.slice(0, limit);
}
