/**
 * `node scripts/diagrams.ts [--write] [PAGE]`, part of `npm run check`: the diagrams of ARCHITECTURE.md are those of the
 * tables in src/. A table is a constant `…Life`: `{ state: { event: next state } }`, its first state the initial one.
 * The page has a place for each: `<!-- life src/engine/life.ts processLife -->` … `<!-- /life -->`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawLife, type LifeTable } from './checks/draw-life.ts';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const page = args.find((argument) => argument !== '--write') ?? join(root, 'ARCHITECTURE.md');
const place = /(<!-- life (\S+) (\w+) -->\n).*?(<!-- \/life -->)/gs;

const text = readFileSync(page, 'utf8');
const drawn = new Map<string, string>();
for (const [, , file = '', name = ''] of text.matchAll(place)) {
  const module = (await import(join(root, file))) as Readonly<Record<string, LifeTable | undefined>>;
  const table = module[name];
  if (!table) throw new Error(`${file} exports no ${name}`);
  drawn.set(`${file} ${name}`, drawLife(table));
}
const updated = text.replace(
  place,
  (_, begin: string, file: string, name: string, end: string) =>
    `${begin}${drawn.get(`${file} ${name}`)}${end}`,
);

const problems = tables()
  .filter((table) => !drawn.has(table))
  .map(
    (table) =>
      `${page} has no place for ${table}: add <!-- life ${table} --> and <!-- /life -->, run --write`,
  );
if (args.includes('--write')) writeFileSync(page, updated);
else if (updated !== text)
  problems.push(`${page} shows another life than the tables: node scripts/diagrams.ts --write`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

/** `FILE NAME` of every table that src/ exports. */
function tables(): string[] {
  return globSync('src/**/*.ts', { cwd: root })
    .sort()
    .flatMap((file) =>
      Array.from(
        readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+Life)\b/gm),
        ([, name]) => `${file} ${name}`,
      ),
    );
}
