/** Part of `npm run check`: imports between the folders of src/ point one way (design.md, "The parts"). */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What each folder may import, besides itself. A folder that is not listed may not exist. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  base: [],
  // Every message as a schema: who makes or reads one knows it from here.
  wire: ['base'],
  keeper: ['base'],
  output: ['base'],
  // Text is cleaned first: secrets hide behind what is not seen.
  redact: ['base', 'output'],
  backends: ['base', 'keeper', 'output'],
  engine: ['base', 'wire', 'keeper', 'output', 'backends'],
  notify: ['base', 'wire', 'engine', 'output', 'redact'],
  ringers: ['base', 'engine', 'notify', 'wire'],
  tools: ['base', 'engine', 'output', 'redact', 'notify', 'wire'],
  // Puts everything together.
  home: ['base', 'engine', 'notify', 'ringers', 'tools'],
  // A transport.
  daemon: ['base', 'engine', 'home', 'output', 'notify', 'ringers', 'tools', 'wire'],
  // Clients know the daemon by what it speaks, not by its code.
  client: ['base', 'wire'],
  mcp: ['base', 'client', 'tools', 'wire'],
  acp: ['base', 'client', 'wire'],
  web: ['base', 'client', 'wire'],
  // `doctor` looks at what environments need where no daemon runs.
  cli: ['acp', 'base', 'client', 'backends', 'daemon', 'keeper', 'mcp', 'output', 'web', 'wire'],
  // Files directly in src/ put the library together.
  '.': ['base', 'client', 'daemon', 'engine', 'home', 'notify', 'tools', 'wire'],
};

const root = join(import.meta.dirname, '../src');
const problems = globSync('**/*.ts', { cwd: root }).flatMap(checkFile);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function checkFile(file: string): string[] {
  const folder = folderOf(file);
  const mayImport = allowed[folder];
  if (!mayImport) return [`src/${file}: the folder ${folder} has no place in scripts/check-layers.ts`];
  return importsOf(file)
    .filter((target) => folderOf(target) !== folder && !mayImport.includes(folderOf(target)))
    .map((target) => `src/${file} imports ${target}: ${folder} may not know ${folderOf(target)}`);
}

/** Files of src/ that a file imports, types and lazy imports included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = text.matchAll(/(?:\bfrom |\bimport\(|\bimport )'(\.[^']*)'/g);
  return Array.from(paths, ([, path = '']) => relative(root, join(root, dirname(file), path)));
}

function folderOf(file: string): string {
  const slash = file.indexOf('/');
  return slash === -1 ? '.' : file.slice(0, slash);
}
