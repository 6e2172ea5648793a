/** Plugins of the build for `ringback mcp`, which a client waits for at every start. Together they save 30 ms of it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const SDK = String.raw`@modelcontextprotocol\/`;
/** Each statement of the SDK's schema files: `const XSchema = z.object(…)…;`. */
const SCHEMA =
  /^const (\w+) = ((?:z\.|\w+Schema)(?:(?!^(?:const|export|function|\/\/#|\/\*\*))[\s\S])*?);\n(?=const |export |function |\/[/*]|\n)/gm;
/** Fills a table of all schemas by name, which only one place asks. */
const TABLE =
  /^for \(const (?:key of SPEC_SCHEMA_KEYS|\[key, schema\] of Object\.entries\(authSchemas\))\) register\(.*\);$/gm;
const ASKED = /\bisSpecType\.Implementation\((\w+)\)/g;

/** The SDK makes every schema of the protocol when it is loaded. Marked as free of effects, most need not be made. */
export const fewerSchemas: Plugin = {
  name: 'fewer-schemas',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`${SDK}core/dist/(schemas|auth)-.*\\.mjs$`) }, ({ path }) =>
      rewrite(path, SCHEMA, 10, (_, name, value) => `const ${name} = /* @__PURE__ */ (() => ${value})();\n`),
    );
    onLoad({ filter: new RegExp(`${SDK}(server|client)/dist/src-.*\\.mjs$`) }, ({ path }) =>
      rewrite(path, TABLE, 2, () => ''),
    );
    onLoad({ filter: new RegExp(`${SDK}client/dist/public-.*\\.mjs$`) }, ({ path }) =>
      rewrite(path, ASKED, 1, (_, name) => `typeof ${name}?.name === 'string'`),
    );
  },
};

/** What is wrong with a value is said in English: the other languages are a third of a megabyte in every program. */
export const onlyEnglish: Plugin = {
  name: 'only-english',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
      loader: 'js',
    }));
  },
};

/** The tools as a model is told of them are made from their schemas here, not at every start. */
export const readyDefinitions: Plugin = {
  name: 'ready-definitions',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/tools\/definitions\.ts$/ }, async ({ path }) => {
      const { toolDefinitions } = (await import(path)) as { toolDefinitions: object };
      return { contents: `export const toolDefinitions = ${JSON.stringify(toolDefinitions)};`, loader: 'js' };
    });
  },
};

/** A release of the SDK that looks different must be noticed here, not in the time that a start takes. */
function rewrite(
  path: string,
  pattern: RegExp,
  least: number,
  replacement: (match: string, ...groups: string[]) => string,
) {
  const text = readFileSync(path, 'utf8');
  const count = text.match(pattern)?.length ?? 0;
  if (count < least)
    throw new Error(`${path}: ${count} places to slim, not ${least}; see ${join('scripts', 'slim-mcp.ts')}`);
  return { contents: text.replace(pattern, replacement), loader: 'js' as const };
}
