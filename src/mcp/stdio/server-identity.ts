import { readFileSync } from 'node:fs';

/** This server process and no other, also when its pid is used again: pid and the time it started (clock ticks since boot). */
export function serverIdentity(pid: number = process.pid): string {
  return `mcp-${pid}-${startTime(pid) ?? Math.round(performance.timeOrigin)}`;
}

export function isAlive(identity: string): boolean {
  const [, pid, time] = /^mcp-(\d+)-(\d+)$/.exec(identity) ?? [];
  return pid !== undefined && startTime(Number(pid)) === time;
}

function startTime(pid: number): string | undefined {
  try {
    // The name in parentheses may contain anything, so count from behind it: field 22 is the 20th.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
