/**
 * `node scripts/settings-table.ts [--write] [PAGE]`, part of `npm run check`: the tables of docs/config.md are those of
 * src/base/config-schema.ts. They stand between `<!-- settings -->` and `<!-- /settings -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Config, defaultConfig } from '../src/base/config.ts';
import { settings } from '../src/base/config-schema.ts';

const args = process.argv.slice(2);
const page =
  args.find((argument) => argument !== '--write') ?? join(import.meta.dirname, '../docs/config.md');

type Described = { readonly description?: string; readonly minimum?: number; readonly maximum?: number };

const units: readonly (readonly [ending: string, size: number, unit: string])[] = [
  ['Bytes', 1024 ** 3, 'GiB'],
  ['Bytes', 1024 ** 2, 'MiB'],
  ['Bytes', 1024, 'KiB'],
  ['Ms', 86_400_000, 'd'],
  ['Ms', 3_600_000, 'h'],
  ['Ms', 60_000, 'min'],
  ['Ms', 1_000, 's'],
  ['Ms', 1, 'ms'],
  ['Seconds', 86_400, 'd'],
  ['Seconds', 3_600, 'h'],
  ['Seconds', 60, 'min'],
  ['Seconds', 1, 's'],
];

/** In the largest unit of which it is a whole number; null for what has no unit. */
function inUnit(name: string, value: number): string | null {
  const fit = units.find(([ending, size]) => name.endsWith(ending) && value >= size && value % size === 0);
  return fit ? `${value / fit[1]} ${fit[2]}` : null;
}

function limit(words: string, name: string, value: number): string {
  return ` ${words} ${inUnit(name, value) ?? value.toLocaleString('en-US')}.`;
}

function row(name: string, schema: z.ZodMiniType): string {
  const {
    description,
    minimum = 0,
    maximum = Number.MAX_SAFE_INTEGER,
  } = z.toJSONSchema(schema, {
    io: 'input',
  }) as Described;
  if (!description) throw new Error(`${name} has no description in src/base/config-schema.ts`);
  const value = defaultConfig[name as keyof Config];
  const unit = typeof value === 'number' ? inUnit(name, value) : null;
  const shown = `\`${JSON.stringify(value)}\`${unit ? ` (${unit})` : ''}`;
  const least = minimum > 1 ? limit('At least', name, minimum) : '';
  const most = maximum < Number.MAX_SAFE_INTEGER ? limit('At most', name, maximum) : '';
  return `| \`${name}\` | ${shown} | ${description}${least}${most} |`;
}

const tables = Object.entries(settings).map(
  ([title, rows]) =>
    `## ${title}\n\n| setting | default | meaning |\n|---|---|---|\n${Object.entries(rows)
      .map(([name, schema]) => row(name, schema))
      .join('\n')}\n`,
);
const text = readFileSync(page, 'utf8');
const place = /(?<=<!-- settings -->\n).*(?=<!-- \/settings -->)/s;
if (!place.test(text)) throw new Error(`${page} has no <!-- settings --> … <!-- /settings -->`);
const updated = text.replace(place, () => `\n${tables.join('\n')}\n`);
if (args.includes('--write')) writeFileSync(page, updated);
else if (updated !== text) {
  console.error(`${page} differs from src/base/config-schema.ts: node scripts/settings-table.ts --write`);
  process.exit(1);
}
