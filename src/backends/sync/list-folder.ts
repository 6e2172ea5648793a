import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import type { Entry } from './entry.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { trackedFiles } from './tracked-files.ts';

export type ListOptions = {
  readonly ignore: readonly string[];
  readonly git: boolean;
  /** Left out wherever it is: the home of Ringback itself. */
  readonly except: string;
};

export type Listing = {
  readonly entries: readonly Entry[];
  /** What cannot be sent: sockets, pipes, devices, names that are not text. */
  readonly leftOut: readonly string[];
};

/** What the rules say where: those of git yield to what git keeps all the same, those of Ringback to nothing. */
type Rules = { readonly git: IgnoreRules; readonly own: IgnoreRules };
type Walk = {
  readonly root: string;
  readonly options: ListOptions;
  /** Where paths of rules begin: the work tree that the folder is in, or the folder itself. */
  readonly prefix: string;
  readonly tracked: { has(path: string): boolean; hasBelow(path: string): boolean };
  readonly entries: Entry[];
  readonly leftOut: string[];
};

/** Everything in a folder that may be sent, each folder before what is in it. Links are not followed. */
export async function listFolder(folder: string, options: ListOptions): Promise<Listing> {
  const root = await rootOf(folder);
  const top = await workTreeOf(root);
  const prefix = relative(top, root);
  const tracked = await trackedFiles(root);
  const except = await realpath(options.except).catch(() => options.except);
  const walk: Walk = {
    root,
    options: { ...options, except },
    prefix,
    tracked,
    entries: [],
    leftOut: [],
  };
  const above = await rulesAbove(top, prefix);
  await listInto(walk, '', { ...above, own: above.own.and(prefix, options.ignore.join('\n')) });
  return { entries: walk.entries, leftOut: walk.leftOut };
}

async function rootOf(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined);
  const isFolder = root !== undefined && (await lstat(root)).isDirectory();
  if (!isFolder)
    throw new RingbackError('no_folder', `The folder ${folder}, which is to be sent, is not there.`);
  if (root === '/')
    throw new RingbackError('bad_request', 'The whole machine cannot be sent: name a folder.');
  return root;
}

/** The next folder above that git keeps, or the folder itself. */
async function workTreeOf(root: string): Promise<string> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await lstat(join(folder, '.git')).catch(() => undefined)) return folder;
    if (folder === '/') return root;
  }
}

async function rulesAbove(top: string, prefix: string): Promise<Rules> {
  let rules: Rules = {
    git: new IgnoreRules().and('', await textOf(join(top, '.git/info/exclude'))),
    own: new IgnoreRules(),
  };
  const parts = prefix === '' ? [] : prefix.split('/');
  for (let depth = 0; depth < parts.length; depth += 1) {
    const base = parts.slice(0, depth).join('/');
    rules = { ...rules, git: rules.git.and(base, await textOf(join(top, base, '.gitignore'))) };
  }
  return rules;
}

async function listInto(walk: Walk, folder: string, given: Rules): Promise<void> {
  const here = join(walk.root, folder);
  const base = join(walk.prefix, folder).replace(/^\.$/, '');
  const names = await readdir(here, { encoding: 'buffer' }).catch((error: Error) => {
    throw new RingbackError(
      'failed',
      `A folder that is to be sent cannot be read: ${error.message}.`,
      'Name it in .ringbackignore where it is not needed there.',
    );
  });
  const rules = {
    git: given.git.and(base, await textOf(join(here, '.gitignore'))),
    own: given.own.and(base, await textOf(join(here, '.ringbackignore'))),
  };
  const isRight = (name: Buffer) => Buffer.from(name.toString()).equals(name);
  walk.leftOut.push(...names.filter((name) => !isRight(name)).map((name) => join(folder, name.toString())));
  const paths = names.filter(isRight).map((name) => join(folder, name.toString()));
  const entries = await Promise.all(paths.sort(byCode).map((path) => entryOf(walk, path, rules)));
  for (const entry of entries) {
    if (!entry) continue;
    walk.entries.push(entry);
    if (entry.kind === 'folder') await listInto(walk, entry.path, rules);
  }
}

async function entryOf(walk: Walk, path: string, rules: Rules): Promise<Entry | undefined> {
  const { options, prefix, tracked } = walk;
  const whole = join(walk.root, path);
  // It may have gone since the folder was read.
  const stats = await lstat(whole).catch(() => undefined);
  if (!stats || whole === options.except) return undefined;
  const isFolder = stats.isDirectory();
  if (!options.git && /(^|\/)\.git$/.test(path)) return undefined;
  const known = join(prefix, path);
  const isKept = isFolder ? tracked.hasBelow(path) : tracked.has(path);
  if (rules.own.isIgnored(known, isFolder) || (!isKept && rules.git.isIgnored(known, isFolder)))
    return undefined;
  const common = { path, mode: stats.mode & 0o777, mtimeMs: stats.mtimeMs };
  if (isFolder) return { ...common, kind: 'folder', size: 0, mtimeMs: 0 };
  if (stats.isFile()) return { ...common, kind: 'file', size: stats.size };
  if (stats.isSymbolicLink()) return { ...common, kind: 'link', size: 0, target: await readlink(whole) };
  walk.leftOut.push(path);
  return undefined;
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : 1;
}
