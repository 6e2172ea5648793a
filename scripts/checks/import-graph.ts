/** Which file of a folder imports which: the ground for the checks of layers and cycles. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** From each file to the files that it imports, types and lazy imports included. Paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function readImports(root: string): ImportGraph {
  const files = globSync('**/*.ts', { cwd: root }).sort();
  return new Map(files.map((file) => [file, importsOf(root, file)]));
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = text.matchAll(/(?:\bfrom |\bimport\(|\bimport )'(\.[^']*)'/g);
  return Array.from(paths, ([, path = '']) => relative(root, join(root, dirname(file), path)));
}

/** One cycle for every file that is on one, each told once: `[a, b, a]`. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const told = new Set<string>();
  for (const file of graph.keys()) {
    if (told.has(file)) continue;
    const cycle = wayBack(graph, file);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const member of cycle) told.add(member);
  }
  return cycles;
}

/** The shortest way from a file over its imports back to itself. */
function wayBack(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...trace(cameFrom, start, file), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function trace(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let file = end; file !== start; way.unshift(file)) file = cameFrom.get(file) ?? start;
  return way;
}
