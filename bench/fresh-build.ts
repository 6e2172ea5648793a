import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './workplace.ts';

/** The daemon and the command line are measured as they are published, so what is published has to be current. */
export function buildIfStale(): void {
  run('sh', ['keeper/build.sh']);
  const sources = globSync(['src/**/*.ts', 'scripts/build.ts'], { cwd: repository });
  const newest = Math.max(...sources.map(changedAt));
  if (changedAt('dist/daemon.js') < newest) run(process.execPath, ['scripts/build.ts']);
}

function changedAt(path: string): number {
  return statSync(join(repository, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: repository, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}
