import { readFileSync } from 'node:fs';

/** Identifies a process even if its pid is used again: `<pid>-<start time in clock ticks since boot>`. */
export function programIdentity(pid: number = process.pid): string {
  return `${pid}-${statOf(pid)?.startTime ?? Math.round(performance.timeOrigin)}`;
}

export function isAlive(identity: string): boolean {
  const [, pid, startTime] = /^(\d+)-(\d+)$/.exec(identity) ?? [];
  if (pid === undefined) return false;
  const stat = statOf(Number(pid));
  return stat !== undefined && stat.startTime === startTime && stat.state !== 'Z';
}

function statOf(
  pid: number,
): { readonly state: string | undefined; readonly startTime: string | undefined } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything, so count from its end: field 22 is the 20th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startTime: fields[19] };
  } catch {
    return undefined;
  }
}
