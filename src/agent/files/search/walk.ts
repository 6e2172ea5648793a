import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { IgnoreRules } from '../../../backends/sync/ignore-rules.ts';

type Walk = {
  readonly root: string;
  /** Where the root is below the folder in which ignore rules begin. */
  readonly prefix: string;
  readonly includesIgnored: boolean;
  onUnreadable(): void;
};

/** Entered only by who names them. */
const notOnDisk: ReadonlySet<string> = new Set(['/dev', '/proc', '/sys']);

/** The files below a folder by their paths there, in the order of names. Links are not followed, nor is .git entered. */
export function* walk(
  root: string,
  options: Pick<Walk, 'includesIgnored' | 'onUnreadable'>,
): Generator<string> {
  const top = workTreeOf(root);
  const prefix = relative(top, root);
  const above = rulesAbove(top, prefix);
  // Who names an ignored folder wants to see what is in it.
  const isIgnored = above === undefined;
  yield* walkInto({ root, prefix, ...options }, '', above ?? new IgnoreRules(), isIgnored);
}

function* walkInto(walk: Walk, folder: string, given: IgnoreRules, isIgnored: boolean): Generator<string> {
  const here = join(walk.root, folder);
  const entries = entriesOf(here, walk.onUnreadable);
  const base = below(walk.prefix, folder);
  const ignoresSome = !walk.includesIgnored && !isIgnored;
  const hasRules = ignoresSome && entries.some(({ name }) => name === '.gitignore');
  const rules = hasRules ? given.and(base, textOf(join(here, '.gitignore'))) : given;
  for (const entry of entries) {
    const isFolder = entry.isDirectory();
    if (entry.name === '.git' || !(isFolder || entry.isFile())) continue;
    if (ignoresSome && rules.isIgnored(below(base, entry.name), isFolder)) continue;
    const path = below(folder, entry.name);
    if (isFolder && notOnDisk.has(join(walk.root, path))) continue;
    if (isFolder) yield* walkInto(walk, path, rules, isIgnored);
    else yield path;
  }
}

function entriesOf(folder: string, onUnreadable: () => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    onUnreadable();
    return [];
  }
}

/** The next folder above that git keeps, or the folder itself. */
function workTreeOf(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === '/') return root;
  }
}

/** The rules of the folders above; undefined if one of them excludes this one. */
function rulesAbove(top: string, prefix: string): IgnoreRules | undefined {
  let rules = new IgnoreRules().and('', textOf(join(top, '.git/info/exclude')));
  let base = '';
  for (const part of prefix === '' ? [] : prefix.split('/')) {
    rules = rules.and(base, textOf(join(top, base, '.gitignore')));
    base = below(base, part);
    if (rules.isIgnored(base, true)) return undefined;
  }
  return rules;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}
