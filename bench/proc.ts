import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resident memory in KB, as the kernel tells it. */
export function residentKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kb === undefined) throw new Error(`process ${pid} has no resident memory`);
  return Number(kb);
}

/** Resident memory in KB, and the share of it that falls to this process when pages that many have are divided among them. */
export function memoryKb(pid: number): { rss: number; pss: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]);
  return { rss: read('Rss'), pss: read('Pss') };
}

/** Time on a processor so far, all threads, in ms. From schedstat: the ticks of `stat` are 10 ms long. */
export function cpuMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) => {
    const [onCpu = '0'] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
    return Number(onCpu);
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** How many sockets a process has open. */
export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((descriptor) => readTarget(`${folder}/${descriptor}`));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

export function childrenNamed(pid: number, name: string): number[] {
  return childrenOf(pid).filter((child) => read(`/proc/${child}/comm`).trim() === name);
}

export function childrenOf(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`).trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Whoever stands in a folder or below it, as keepers stand in their keeps. */
export function whoStandsIn(folder: string): number[] {
  return allPids().filter((pid) => readTarget(`/proc/${pid}/cwd`).startsWith(`${folder}/`));
}

/** Whoever has a text in its command line. */
export function whoWasGiven(text: string): number[] {
  return allPids().filter((pid) => pid !== process.pid && read(`/proc/${pid}/cmdline`).includes(text));
}

/** Program and arguments, with NUL between them. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Processes come and go while one looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
