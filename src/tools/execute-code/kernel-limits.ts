import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';

/**
 * A fork bomb doubles every millisecond: there would be thousands before the guard measures again, and it would not get
 * to run. So the kernel refuses first, well above what the guard allows; threads count too.
 */
const mostTasks = 256;

const pidsController = '/sys/fs/cgroup/pids';

export type KernelLimits = {
  /** Shell code for the script's first process, before it executes the script. */
  readonly lines: readonly string[];
  /** Lowers the priority of the process that was just started and of its descendants. */
  lowerPriorityOf(pid: number | null): void;
  /** Call it when all its processes have ended. */
  remove(): void;
};

/** Uses whichever exists: a limit of the user (not for root), the keeper's cgroup, or a cgroup v1. */
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
    lowerPriorityOf: lowerPriority,
    remove: () => removeGroup(id),
  };
}

/** Hundreds of busy processes would leave the guard too little time to notice them. */
function lowerPriority(pid: number | null): void {
  try {
    if (pid !== null) setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
}

/** For a script whose daemon died. */
export function removeGroup(id: string): void {
  try {
    rmdirSync(groupOf(id) ?? '');
  } catch {
    // There was none, or something in it is not quite gone: an empty group costs nothing.
  }
}

/** Only dash calls it -p. Tried in a subshell first: an unknown option may end the shell. */
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

/** The limit counts everything that the user runs, so start from there. */
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
