/** What a model is told of limits is what the configuration says. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import ringbackForPi from '../../plugins/pi/index.ts';
import type { Pi } from '../../plugins/pi/pi.ts';
import { defaultConfig } from '../../src/base/config.ts';
import { openRingback } from '../../src/open-ringback.ts';
import { describeTools } from '../../src/tools/describe-tools.ts';
import { createTools } from '../../src/tools.ts';
import { toolName } from '../../src/wire/tool.ts';
import { CliHome } from '../cli/cli-home.ts';
import { askJson } from '../daemon/http.ts';
import { connectStdio } from '../mcp/mcp-client.ts';

const changed = {
  foregroundSeconds: 11,
  foregroundLimitSeconds: 1234,
  mcpWaitSeconds: 17,
  outputCharacters: 45_678,
  terminalCols: 99,
  terminalRows: 44,
  spacingMs: 2_500,
  strikes: 7,
  waitLimitSeconds: 77,
  logLines: 55,
  codeTimeoutSeconds: 33,
  codeTimeoutLimitSeconds: 999,
  codeMemoryBytes: 100 * 1024 * 1024,
  codeOutputBytes: 1024 * 1024,
  codeCalls: 12,
};
const home = new CliHome(after, changed);

/** Seen by a model, wherever it stands. */
const told = [
  'at most 1,234',
  'above 45,678 characters',
  '(99×44)',
  'in 2.5 s; 7 such intervals',
  '"default":55',
  '"default":33',
  'at most 999',
  '100 MiB of memory, 1 MiB of output, 12 tool calls',
  'more than 12 calls',
];

function assertTold(text: string, waits: readonly number[]): void {
  for (const part of [...told, ...waits.map((seconds) => `"default":${seconds}`)])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /\{\{|undefined|NaN/);
}

test('over MCP', async () => {
  const client = await connectStdio(after, home, '2026');
  const { tools } = await client.listTools();
  assertTold(JSON.stringify(tools), [17]);
});

test('over HTTP, and in what `daemon openapi` prints', async () => {
  await home.client().health();
  const { json: body } = await askJson<object>(home.folder, 'GET', '/v1/openapi.json');
  const inputs = JSON.stringify(body);
  for (const part of ['at most 1,234', '"default":11', '"default":77', 'in 2.5 s; 7 such intervals'])
    assert.ok(inputs.includes(part), part);
  assert.doesNotMatch(inputs, /\{\{/);
  assert.deepEqual((await home.json('daemon', 'openapi'))[0], body);
  const tools = await home.client().tools.list();
  assert.deepEqual(
    tools.map(({ name }) => name),
    toolName.options,
  );
  assertTold(JSON.stringify(tools), [11, 77]);
});

test('in the library', async () => {
  await using ringback = await openRingback({ home: home.folder });
  assertTold(JSON.stringify(createTools(ringback, { session: 'test:1' })), [11, 77]);
});

test("in pi's extension", async (context) => {
  const { RINGBACK_HOME } = process.env;
  process.env.RINGBACK_HOME = home.folder;
  context.after(() => {
    if (RINGBACK_HOME === undefined) delete process.env.RINGBACK_HOME;
    else process.env.RINGBACK_HOME = RINGBACK_HOME;
  });
  const registered: object[] = [];
  const pi: Pi = { on() {}, sendMessage() {}, registerTool: (tool) => registered.push(tool) };
  await ringbackForPi(pi);
  assertTold(JSON.stringify(registered), [11, 77]);
});

test('the defaults read as they always did', () => {
  const text = JSON.stringify(describeTools(defaultConfig));
  for (const part of ['(at most 600)', '30,000 characters', '(120×30)', 'in 15 s; 3 such', '512 MiB'])
    assert.ok(text.includes(part), part);
});
