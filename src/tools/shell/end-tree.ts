import { readFileSync } from 'node:fs';

/** Ends a process that leads its own session, with its process group and its descendants. */
export function endTree(pid: number): void {
  const all = descendantsOf(pid);
  for (const target of [-pid, pid, ...all]) end(target);
}

function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
