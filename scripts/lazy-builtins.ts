import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * `import { request } from 'node:http'` makes Node evaluate everything that node:http exports, a WebSocket client among
 * it: 40 ms and 13 MB. Taken from the module as an object, only what is used is evaluated.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /^import \{([^}]*)\} from ('node:[^']*');$/gm,
        (_, names: string, module: string) =>
          `const {${names.replace(/\btype \w+( as \w+)?,?/g, '').replaceAll(' as ', ': ')}} = process.getBuiltinModule(${module});`,
      ),
      loader: 'ts',
    }));
  },
};
