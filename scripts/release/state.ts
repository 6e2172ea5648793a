import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './run.ts';

export type State = {
  readonly version: string;
  readonly tags: readonly string[];
  /** Files that differ from the last commit. */
  readonly changed: readonly string[];
  readonly changelog: string;
};

export function readState(root: string): State {
  const lines = (...args: string[]) =>
    ask(root, 'git', ...args)
      .split('\n')
      .filter(Boolean);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    tags: lines('tag', '--list'),
    changed: lines('status', '--porcelain'),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  };
}

/** Of the changes that the next release brings. */
export const UNRELEASED = /^## \S+ \(not released\)$/m;

export function checkVersion(version: string, { version: last, tags, changed, changelog }: State): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version such as 0.2.0`);
  if (compare(version, last) < 0) throw new Error(`${version} is older than ${last} in package.json`);
  if (tags.includes(`v${version}`))
    throw new Error(`${version} was released before: there is a tag v${version}`);
  if (changed.length > 0) throw new Error(`the tree is not clean; commit or remove:\n${changed.join('\n')}`);
  if (!UNRELEASED.test(changelog))
    throw new Error(
      `CHANGELOG.md says nothing of this release: begin it with "## ${version} (not released)"`,
    );
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return (a ?? []).map((part, index) => part - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
