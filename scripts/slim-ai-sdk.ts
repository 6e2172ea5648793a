/** A plugin of the build for the agent, which is to need little while it waits: it saves 20 MB of memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const headers = join(import.meta.dirname, '../src/agent/models/plain-headers.ts');

const USES_HEADERS =
  /\/@ai-sdk\/provider-utils\/dist\/index\.js$|@modelcontextprotocol\/client\/dist\/index\.mjs$/;

/** The mere name `Headers` makes Node load all of `fetch`; the requests themselves are made without it. */
export const plainHeaders: Plugin = {
  name: 'plain-headers',
  setup({ onLoad }) {
    onLoad({ filter: USES_HEADERS }, ({ path }) => ({
      contents: `import { PlainHeaders as Headers } from ${JSON.stringify(headers)};\n${readFileSync(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};
