import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Every name given to `failpoint(…)` in these sources, so that a new one is tested without being listed. */
export function failpointsIn(patterns: string[]): string[] {
  const names = globSync(patterns, { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/failpoint\(["']([^"']+)["']\)/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  return [...new Set(names)].sort();
}
