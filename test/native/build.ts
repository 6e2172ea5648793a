import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const keeperFolder = join(import.meta.dirname, '../../keeper');

/** Builds every kind of keeper that tests need, if its sources changed, and names one of them. */
export function builtKeeper(name: string): string {
  execFileSync('sh', [join(keeperFolder, 'build.sh'), 'all'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return join(keeperFolder, 'build', name);
}
