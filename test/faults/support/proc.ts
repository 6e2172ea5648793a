import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What /proc says; never our own process, and nothing that is dead already (a zombie has no environment). */

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** Every living process that belongs to the process `id`, wherever it went. */
export function pidsOf(id: string): number[] {
  return pids().filter((pid) => `\0${read(pid, 'environ')}\0`.includes(`\0RINGBACK_PROCESS_ID=${id}\0`));
}

/** What it was started as, for people. */
export function commandLineOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim();
}

/** Daemons, wake commands and drivers name their home; keepers work in it. */
export function pidsIn(home: string): number[] {
  return pids().filter((pid) => read(pid, 'cmdline').includes(home) || cwdOf(pid).startsWith(`${home}/`));
}

/** Of all processes, or of one. */
export function keepersIn(home: string, id = ''): number[] {
  return pids().filter((pid) => cwdOf(pid).startsWith(`${home}/processes/${id}`));
}

export function daemonsIn(home: string): number[] {
  return pids().filter((pid) => runs(pid, home, /daemon\/main\.ts$|daemon\.js$/));
}

/** The one that wakes its daemon for a time. */
export function alarmsIn(home: string): number[] {
  return pids().filter((pid) => runs(pid, home, /^alarm$/));
}

/** Of the command line, such as the one that a keeper wakes the daemon with. */
export function commandsIn(home: string): number[] {
  return pids().filter((pid) => runs(pid, home, /cli\/entry\.ts$|cli\.js$/));
}

/** Programs that were given this home, but for what a keeper runs in it. Daemons name it instead. */
export function clientsOf(home: string): number[] {
  return pids().filter((pid) => {
    const variables = read(pid, 'environ').split('\0');
    return (
      variables.includes(`RINGBACK_HOME=${home}`) &&
      !variables.some((one) => /^RINGBACK_PROCESS_ID=/.test(one))
    );
  });
}

/** Programs whose file matches, and which were given this word. */
export function programsGiven(word: string, program: RegExp): number[] {
  return pids().filter((pid) => runs(pid, word, program));
}

/** Ends every process that has this variable, as `NAME=VALUE`, and returns when none is left. */
export async function endAllWith(variable: string): Promise<void> {
  for (;;) {
    const left = pids().filter((pid) => `\0${read(pid, 'environ')}`.includes(`\0${variable}\0`));
    if (left.length === 0) return;
    for (const pid of left) endIfThere(pid);
    await sleep(20);
  }
}

export function endIfThere(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was faster.
  }
}

function runs(pid: number, home: string, program: RegExp): boolean {
  const words = read(pid, 'cmdline').split('\0');
  return words.includes(home) && words.some((word) => program.test(word));
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
