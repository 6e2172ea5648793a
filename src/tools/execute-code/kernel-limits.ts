import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';

/**
 * A fork bomb doubles every millisecond: until the guard looks again there would be thousands, and nobody gets to look
 * any more. So the kernel refuses first; threads count too. What the guard allows is well below.
 */
const mostTasks = 256;

const pidsController = '/sys/fs/cgroup/pids';

export type KernelLimits = {
  /** Shell code for the first process of a script, before it becomes the script. */
  readonly lines: readonly string[];
  /** Calms what has just been started, and all that it will start. */
  calm(pid: number | null): void;
  /** When all its processes are gone. */
  remove(): void;
};

/** Whichever of these there is: a limit of the user's (it does not hold for root), the keeper's own cgroup, one of the old kind. */
export function makeKernelLimits(id: string): KernelLimits {
  const group = makeGroup(id);
  return {
    lines: [
      // No core files in the user's folder.
      'ulimit -c 0',
      ...(process.getuid?.() === 0 ? [] : userLimit(countTasks() + mostTasks)),
      `own=; while IFS= read -r line; do case $line in 0::*/ringback-proc_*) own=\${line#0::};; esac; done </proc/self/cgroup`,
      `for root in /sys/fs/cgroup /sys/fs/cgroup/unified; do if [ -n "$own" ] && [ -w "$root$own/pids.max" ]; then echo ${mostTasks} >"$root$own/pids.max"; fi; done 2>/dev/null`,
      ...(group ? [`echo $$ >${quoteWord(join(group, 'cgroup.procs'))}`] : []),
    ],
    calm: lowerPriority,
    remove: () => removeGroup(id),
  };
}

/** Hundreds that do nothing but run would leave the guard too little time to see them. */
function lowerPriority(pid: number | null): void {
  try {
    if (pid !== null) setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
}

/** Of a script whose daemon died. */
export function removeGroup(id: string): void {
  try {
    rmdirSync(groupOf(id) ?? '');
  } catch {
    // There was none, or something in it is not quite gone: an empty group costs nothing.
  }
}

/** Only dash calls it -p. In a subshell first: an option that a shell does not know may end it. */
function userLimit(tasks: number): string[] {
  return ['-u', '-p'].map((option) => `(ulimit ${option} ${tasks}) 2>/dev/null && ulimit ${option} ${tasks}`);
}

function makeGroup(id: string): string | undefined {
  const group = groupOf(id);
  if (group === undefined) return undefined;
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'pids.max'), String(mostTasks));
    return group;
  } catch {
    return undefined;
  }
}

function groupOf(id: string): string | undefined {
  try {
    const [, own] = /^\d+:pids:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
    return own === undefined ? undefined : join(pidsController, own, `ringback-script-${id}`);
  } catch {
    return undefined;
  }
}

/** The limit counts all that the user runs, so it has to begin there. */
function countTasks(): number {
  const user = process.getuid?.();
  let tasks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (statSync(`/proc/${name}`).uid === user) tasks += readdirSync(`/proc/${name}/task`).length;
    } catch {
      // It has just ended.
    }
  }
  return tasks;
}
