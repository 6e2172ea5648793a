import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resident memory in KB, as the kernel tells it. */
export function residentKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kb === undefined) throw new Error(`process ${pid} has no resident memory`);
  return Number(kb);
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
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  return pids.filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name);
}

/** The descriptor may have been closed since it was listed. */
function readTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
