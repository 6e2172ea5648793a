import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { lazyBuiltins } from '../../scripts/lazy-builtins.ts';
import { plainHeaders } from '../../scripts/slim-ai-sdk.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { apis } from '../agent/models/dialects.ts';
import { Model as StandIn } from '../testbed/model.ts';

const source = join(import.meta.dirname, '../../src/agent/models/open-model.ts');

/** A step of each; then whether Node has loaded what `fetch` is made of. */
const program = `
  import { openModel } from ${JSON.stringify(source)};
  for (const api of ${JSON.stringify(apis)}) {
    const provider = { name: api, title: api, api, baseUrl: process.argv[2] + '/v1', keyVariables: [] };
    const model = await openModel({ provider, model: 'small' }, { agentPrices: {} }, {});
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'greet me' }] }];
    const tools = [{ name: 'build', description: '', inputSchema: { type: 'object' } }];
    const request = { instructions: '', messages, tools, callId: String };
    const { content } = await model.step(request, { signal: new AbortController().signal, onText() {} });
    console.log(api, content[0].text);
  }
  console.log(process.moduleLoadList.filter((module) => module.includes('undici')).join());
`;

test('a bundled agent asks models without loading fetch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slim-'));
  const standIn = await StandIn.start();
  standIn.script(
    'greet',
    apis.map(() => 'Hello.'),
  );
  try {
    await build({
      stdin: { contents: program, resolveDir: import.meta.dirname },
      outfile: join(folder, 'ask.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      plugins: [plainHeaders, lazyBuiltins],
      logLevel: 'error',
    });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'ask.mjs'), standIn.url]);
    assert.equal(stdout.trimEnd(), apis.map((api) => `${api} Hello.`).join('\n'));
  } finally {
    standIn.stop();
    removeFolder(folder);
  }
});
