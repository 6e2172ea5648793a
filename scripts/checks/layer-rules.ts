/** Whether files import only what the rule of their folder allows. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportGraph } from './import-graph.ts';

export type LayerRule = {
  /** A folder of src/, or `.` for the files directly in it. `a/*`: everything in `a`, each file or folder for itself. */
  readonly folder: string;
  /** What it may import besides its own: folders, files, or `a/*.ts`, the files directly in `a`. Nothing of later rows. */
  readonly knows: readonly string[];
};

/** What is wrong, a sentence each. A file follows the rule of the innermost folder that has one. */
export function checkRules(root: string, graph: ImportGraph, rules: readonly LayerRule[]): string[] {
  const used = new Set<string>();
  const problems: string[] = [];
  for (const [file, targets] of graph) {
    const rule = ruleOf(file, rules);
    if (!rule) {
      problems.push(`src/${file}: its folder has no row in scripts/check-layers.ts`);
      continue;
    }
    const own = roomOf(file, rule);
    for (const target of targets) {
      if (isIn(target, own) || (own === '.' && !target.includes('/'))) continue;
      const permission = rule.knows.find((known) => isIn(target, known));
      if (permission) used.add(`${rule.folder} ${permission}`);
      else problems.push(`src/${file} may not import ${target} (row ${rule.folder})`);
    }
  }
  return [...problems, ...checkTable(root, rules, used)];
}

/** The table says what is true: it names only what exists, from the bottom up, and nothing that nobody imports. */
function checkTable(root: string, rules: readonly LayerRule[], used: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const below = new Set<string>();
  for (const { folder, knows } of rules) {
    const say = (what: string) => problems.push(`scripts/check-layers.ts, row ${folder}: ${what}`);
    if (!existsSync(join(root, folder.replace(/\/\*$/, '')))) say('there is no such folder');
    for (const known of knows) {
      if (!existsSync(join(root, known.replace(/\/\*\.ts$/, '')))) say(`there is no ${known}`);
      else if (!below.has(topOf(known)) && topOf(known) !== topOf(folder)) say(`${known} is not below it`);
      else if (!used.has(`${folder} ${known}`)) say(`no file imports ${known} any more: remove it`);
    }
    below.add(topOf(folder));
  }
  return problems;
}

/** The page about the folders has a row for each of them, in the same order. */
export function checkGuide(text: string, rules: readonly LayerRule[]): string[] {
  const inRules = new Set(rules.map(({ folder }) => topOf(folder)).filter((folder) => folder !== '.'));
  const onPage = new Set(Array.from(text.matchAll(/^\| `src\/(\w+)\//gm), ([, folder = '']) => folder));
  const [wanted, found] = [[...inRules].join(' '), [...onPage].join(' ')];
  return wanted === found ? [] : [`ARCHITECTURE.md has the folders ${found}; the layers are ${wanted}`];
}

function ruleOf(file: string, rules: readonly LayerRule[]): LayerRule | undefined {
  if (!file.includes('/')) return rules.find(({ folder }) => folder === '.');
  return rules
    .filter(({ folder }) => file.startsWith(`${folder.replace(/\/\*$/, '')}/`))
    .reduce<LayerRule | undefined>(
      (innermost, rule) => (rule.folder.length > (innermost?.folder.length ?? 0) ? rule : innermost),
      undefined,
    );
}

/** What a file may import freely: its rule's folder, or of `a/*` its own file or folder there. */
function roomOf(file: string, { folder }: LayerRule): string {
  if (!folder.endsWith('/*')) return folder;
  const parent = folder.slice(0, -1);
  const [name = ''] = file.slice(parent.length).split('/');
  return parent + name;
}

function isIn(file: string, place: string): boolean {
  if (place.endsWith('/*.ts')) return dirname(file) === place.slice(0, -5);
  return file === place || file.startsWith(`${place.replace(/\.ts$/, '')}/`);
}

function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}
