import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What lives and lies in a place that is this machine with another home. */
export type Left = {
  readonly hubs: readonly number[];
  readonly launchers: readonly number[];
  readonly keepers: readonly number[];
  /** Words of the keeper program that a hub runs. */
  readonly words: readonly number[];
  readonly keeps: readonly string[];
  /** Keeps that nothing may start in any more; they go when nothing can be on its way to them. */
  readonly claims: readonly string[];
};

export function remoteFolder(home: string): string {
  return join(home, '.local/state/ringback-remote');
}

/** A keeper has no words of its own: it is a child of the launcher that went into its keep. Its own child is the command. */
export function leftThere(home: string): Left {
  const left = {
    hubs: [] as number[],
    launchers: [] as number[],
    keepers: [] as number[],
    words: [] as number[],
  };
  const folder = remoteFolder(home);
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!(pid > 0)) continue;
    const [program = '', word = ''] = read(pid, 'cmdline').split('\0');
    if (!program.startsWith(`${folder}/`)) continue;
    if (cwdOf(pid).startsWith(`${folder}/proc_`)) left.keepers.push(pid);
    else if (word === 'hub') left.hubs.push(pid);
    else if (word === 'launch') left.launchers.push(pid);
    else left.words.push(pid);
  }
  const isCommand = (pid: number) => left.keepers.includes(parentOf(pid));
  left.keepers = left.keepers.filter((pid) => !isCommand(pid));
  const isClaim = (keep: string) =>
    statSync(join(folder, keep, 'control'), { throwIfNoEntry: false })?.isFile();
  const { claims = [], keeps = [] } = Object.groupBy(keepsIn(folder), (keep) =>
    isClaim(keep) ? 'claims' : 'keeps',
  );
  return { ...left, keeps, claims };
}

function keepsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('proc_'));
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\t(\d+)$/m.exec(read(pid, 'status'))?.[1]);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
