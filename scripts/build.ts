/** `npm run build`: bundles what is published into dist/, with the library's types beside it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { aliases } from './aliases.ts';
import { lazyBuiltins } from './lazy-builtins.ts';
import { makeNotice } from './notice.ts';
import { removeUnreachable, writeInferredTypes } from './published-types.ts';
import { plainHeaders } from './slim-ai-sdk.ts';
import { fewerSchemas, onlyEnglish, readyDefinitions } from './slim-mcp.ts';
import { onlyUsedParts } from './slim-tui.ts';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** CommonJS asks for Node's modules with a require() that an ES module does not have. */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/ws\/lib\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\brequire\(('\w+')\)/g, (call, name: string) =>
        isBuiltin(name.slice(1, -1)) ? `process.getBuiltinModule(${name})` : call,
      ),
      loader: 'js',
    }));
  },
};

/** What programs import. */
const library = ['index', 'tools', 'loop', 'ai-sdk'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  metafile: true,
  // Split, so that each command loads only what it needs; shared code is in chunk-*.js.
  entryPoints: {
    cli: 'src/cli/entry.ts',
    daemon: 'src/daemon/main.ts',
    agent: 'src/agent/main.ts',
    delegate: 'src/delegate/main.ts',
    'grep-worker': 'src/tools/view/grep/worker.ts',
    'search-worker': 'src/agent/files/search/worker.ts',
    ...Object.fromEntries(library.map((name) => [`library-${name}`, `src/${name}.ts`])),
  },
  // Whoever uses the tools for the AI SDK has it.
  external: ['ai'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Less to read and compile at every start, and names stay readable in daemon.log.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [
    readyDefinitions,
    fewerSchemas,
    onlyEnglish,
    plainHeaders,
    onlyUsedParts,
    lazyBuiltins,
    requiredBuiltins,
  ],
  alias: aliases,
  define: {
    RINGBACK_VERSION: JSON.stringify(version),
    // Addons for `ws` that nobody has installed here.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
  logLevel: 'warning',
});

// Evaluated before the library, whose chunks an old Node can parse, but not evaluate. Not by a top-level await: it must stay
// possible to require() the library.
await build({
  absWorkingDir: root,
  entryPoints: ['src/check-node.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node18',
  logLevel: 'warning',
});
for (const name of library) {
  const text = `import './check-node.js';\nexport * from './library-${name}.js';\n`;
  writeFileSync(join(root, 'dist', `${name}.js`), text);
}

writeFileSync(join(root, 'dist/NOTICE.md'), makeNotice(root, metafile));

const tsc = ['--project', 'scripts/tsconfig.types.json'];
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), tsc, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
const types = join(root, 'dist/types');
await writeInferredTypes(types);
removeUnreachable(types, library);
