import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Runs a program to its end and gives what it printed. */
export async function execute(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; timeout?: number } = {},
): Promise<string> {
  const { stdout } = await execFileAsync(program, args, {
    timeout: 30_000,
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  return stdout;
}

/** Looks every 2 ms; false when it did not come about in time. */
export async function comesTrue(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await sleep(2);
  }
  return true;
}

export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process that this bench started, if it is still there. */
export async function endProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, signal);
  await comesTrue(() => !isAlive(pid), 5_000);
}
