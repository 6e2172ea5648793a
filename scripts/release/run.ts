import { spawnSync } from 'node:child_process';

/** Shows what a program says, and fails when it does. */
export function run(folder: string, program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error || status !== 0)
    throw new Error(`${[program, ...args].join(' ')} failed: ${error?.message ?? status}`);
}

/** What a program printed. */
export function ask(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error || status !== 0)
    throw new Error(`${[program, ...args].join(' ')} failed: ${error?.message ?? status}`);
  return stdout;
}
