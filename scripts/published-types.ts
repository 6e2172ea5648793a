/**
 * The published types of messages and of tools' arguments. In the sources they are inferred from schemas, by types of zod's, which nobody has who
 * installs Ringback: it is bundled. So they are written out, with the description of each field.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import * as z from 'zod/mini';
import { defaultConfig } from '../src/base/config.ts';
import { withSettings } from '../src/tools/settings.ts';

type Schema = z.core.$ZodType;
type Known = { readonly name: string; readonly file: string };

const src = join(import.meta.dirname, '../src');
/** Where types are inferred from schemas. */
const FILES = ['wire/*.ts', 'tools/*/definition.ts'];
/** `export type Name = z.output<typeof schema>;` */
const INFERRED = /^export type (\w+) = z\.output<typeof (\w+)>;$/gm;
/** Types that are not inferred, and what is handed on: as they stand. */
const PLAIN = /^export type (?!\w+ = z\.output)[^;]*;$/gm;

export async function writeInferredTypes(types: string): Promise<void> {
  const known = new Map<Schema, Known>();
  for (const file of globSync(FILES, { cwd: src })) {
    const schemas = (await import(join(src, file))) as Record<string, Schema>;
    for (const [, name = '', schema = ''] of read(file).matchAll(INFERRED)) {
      const found = schemas[schema];
      if (!found) throw new Error(`src/${file} does not export ${schema}, of which ${name} is made`);
      known.set(found, { name, file });
    }
  }
  for (const source of globSync(FILES, { cwd: src })) {
    const file = source.replace(/\.ts$/, '.d.ts');
    const inferred = Array.from(known).filter(([, one]) => one.file === source);
    const plain = Array.from(read(source).matchAll(PLAIN), ([text]) => text);
    const imports = read(source).match(/^import type (?!\* as z)[^;]*;$/gm) ?? [];
    // What else such a file exports is made of zod, and no published type needs it.
    if (inferred.length + plain.length === 0) continue;
    const texts = inferred.map(([schema, { name }]) => `export type ${name} = ${print(schema)};`);
    writeFileSync(join(types, file), [...imports, ...texts, ...plain, ''].join('\n'));

    function print(schema: Schema, isInside = false): string {
      const one = known.get(schema);
      if (one && isInside)
        return one.file === source ? one.name : `import('./${basename(one.file)}').${one.name}`;
      const { def } = (schema as z.core.$ZodTypes)._zod;
      switch (def.type) {
        case 'string':
        case 'number':
        case 'boolean':
        case 'null':
        case 'unknown':
          return def.type;
        case 'literal':
          return def.values.map((value) => JSON.stringify(value)).join(' | ');
        case 'enum':
          return Object.values(def.entries)
            .map((value) => JSON.stringify(value))
            .join(' | ');
        case 'nullable':
          return `${print(def.innerType, true)} | null`;
        case 'optional':
          return print(def.innerType, true);
        case 'readonly':
          return `readonly ${print(def.innerType, true)}`;
        case 'array':
          return `${inBrackets(print(def.element, true))}[]`;
        case 'record':
          return `Readonly<Record<string, ${print(def.valueType, true)}>>`;
        case 'union':
          return def.options.map((option) => inBrackets(print(option, true))).join(' | ');
        case 'pipe':
          return print(def.out, true);
        case 'lazy':
          return print(def.getter(), true);
        case 'object':
          return `{\n${Object.entries(def.shape).map(printField).join('')}${def.catchall && !isStrict(def.catchall) ? '[name: string]: unknown;\n' : ''}}`;
        default:
          throw new Error(`src/${source}: no type is known for ${def.type}`);
      }
    }

    function printField([name, schema]: [string, Schema]): string {
      const isOptional = schema._zod.optout === 'optional';
      const description = describe(schema);
      const comment = description
        ? `/** ${withSettings(description, defaultConfig).replaceAll('*/', '* /')} */\n`
        : '';
      return `${comment}readonly ${name}${isOptional ? '?' : ''}: ${print(schema, true)};\n`;
    }
  }
}

function describe(schema: Schema): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const own = z.globalRegistry.get(schema)?.description;
  return own ?? (def.type === 'optional' ? describe(def.innerType) : undefined);
}

function inBrackets(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}

function isStrict(catchall: Schema): boolean {
  return catchall._zod.def.type === 'never';
}

function read(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

/** Removes what none of the entry files leads to: nobody can import it. */
export function removeUnreachable(types: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(types, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:\bfrom |\bimport\(|\bimport )['"](\.[^'"]*)['"]/g))
      visit(normalize(join(dirname(file), path)).replace(/\.[jt]s$/, '.d.ts'));
  };
  for (const entry of entries) visit(`${entry}.d.ts`);
  for (const file of globSync('**/*.d.ts', { cwd: types })) if (!reached.has(file)) rmSync(join(types, file));
}
