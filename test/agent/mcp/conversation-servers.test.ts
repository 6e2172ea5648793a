import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Servers } from '../../../src/agent/mcp/servers.ts';
import { until } from '../../until.ts';
import { execute, OddFolder, toolsOf } from './support/odd-folder.ts';

test('a server has tools of the agent: named for every provider, and what they say is bounded, clean and redacted', async (t) => {
  const odd = new OddFolder(t);
  const used = odd.use({ agentMcpServers: { 'odd.one': odd.entry() } });
  const own = { name: 'odd_one_look', description: '', inputSchema: {}, repeat: 'once' as const };
  const tools = await toolsOf(used, [{ ...own, execute: async () => ({ output: 'own', isError: false }) }]);
  const names = tools.map(({ name }) => name);
  for (const name of names) assert.match(name, /^[\w-]{1,64}$/);
  assert.equal(new Set(names).size, names.length);
  assert(names.includes('odd_one_write'));
  assert(
    names.some((name) => /^odd_one_look_[0-9a-f]{8}$/.test(name)),
    'a name that is ours stays ours',
  );
  const kinds = Object.fromEntries(tools.map(({ name, repeat }) => [name, repeat]));
  assert.equal(kinds.odd_one_write, 'never');
  assert.equal(kinds.odd_one_variables, 'harmless');
  assert.equal(kinds.odd_one_grow, 'harmless');
  const acting = tools.filter((tool) => tool.acts?.({})).map(({ name }) => name);
  assert(acting.includes('odd_one_write') && acting.includes('odd_one_grow'));
  assert(!acting.includes('odd_one_variables'), 'what only reads needs no approval');
  const described = tools.find(({ name }) => name === 'odd_one_long_one')?.description ?? '';
  assert.match(described, /^Long!+ \[…\]$/);
  assert(described.length < 4100);

  const long = (await execute(tools, 'odd_one_long_one')).output;
  assert.match(long, /^token \[REDACTED:[^\]]+\]\nx+\n\[… about \d+ characters .*\]\nx+end$/s);
  assert(long.length < 30_200);
  const { output, images } = await execute(tools, 'odd_one_picture');
  assert.match(output, /^a pixel\n\[image\/png of 8 bytes, which models do not see\]$/);
  assert.deepEqual(
    images?.map(({ mediaType }) => mediaType),
    ['image/png'],
  );
  assert.equal((await execute(tools, 'odd_one_structured')).output, '{"answer":42}');
  const refused = await execute(tools, 'odd_one_refuse');
  assert.deepEqual(refused, { output: 'not today', isError: true });
  const wrong = await execute(tools, 'odd_one_value', { of: 7 });
  assert(wrong.isError);
  assert.equal((await execute(tools, 'odd_one_value', 'no object')).isError, true);

  await execute(tools, 'odd_one_grow');
  await until(
    async () => (await toolsOf(used)).some(({ name }) => name === 'odd_one_grown'),
    'the tool that came later',
  );
  assert.deepEqual(odd.troubles, []);
});

test('a server inherits what commands do, and is given what its entry names (promise 17)', async (t) => {
  const odd = new OddFolder(t);
  const entry = odd.entry('', {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: so is it written in the configuration.
    env: { GIVEN: '${SECRET}-${NONE:-else}' },
    tools: ['variables', 'value'],
  });
  const { PATH = '' } = process.env;
  const used = odd.use({ agentMcpServers: { odd: entry } }, { env: { PATH } });
  const tools = await toolsOf(used);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['odd_variables', 'odd_value'],
  );
  const names = (await execute(tools, 'odd_variables')).output.split(' ');
  assert(names.includes('PATH') && names.includes('GIVEN') && !names.includes('SECRET'));
  const { output } = await execute(tools, 'odd_value', { of: 'GIVEN' });
  assert.equal(output, `hush-else in ${odd.folder}`);
});

test('a server that is killed in a call: an unknown outcome is told and not repeated, a read is repeated (promise 23)', async (t) => {
  const odd = new OddFolder(t);
  const used = odd.use({ agentMcpServers: { odd: odd.entry() } });
  const tools = await toolsOf(used);
  odd.hang();
  const written = execute(tools, 'odd_write');
  await until(() => odd.lines('write').length === 1, 'it writes');
  process.kill(Number(odd.lines('write')[0]), 'SIGKILL');
  const { output, isError } = await written;
  assert(isError);
  assert.match(output, /^OUTCOME UNKNOWN: the server odd gave no answer/);

  const looked = execute(tools, 'odd_look');
  await until(() => odd.lines('look').length === 1, 'another one looks');
  odd.goOn();
  process.kill(Number(odd.lines('look')[0]), 'SIGKILL');
  assert.deepEqual(await looked, { output: 'look is done', isError: false });
  assert.equal(new Set([...odd.lines('write'), ...odd.lines('look')]).size, 3);
  assert.equal(odd.lines('write').length, 1);
});

test('a turn that is stopped cancels the call', async (t) => {
  const odd = new OddFolder(t);
  const used = odd.use({ agentMcpServers: { odd: odd.entry() } });
  const tools = await toolsOf(used);
  odd.hang();
  const stopping = new AbortController();
  const written = execute(tools, 'odd_write', {}, stopping.signal);
  await until(() => odd.lines('write').length === 1, 'it writes');
  stopping.abort();
  await assert.rejects(written);
  await until(() => odd.lines('write').includes('cancelled'), 'it is cancelled');
});

test('what takes too long is given up, and its outcome unknown', async (t) => {
  const odd = new OddFolder(t);
  const used = odd.use({ agentMcpServers: { odd: odd.entry('', { timeoutSeconds: 0.2 }) } });
  const tools = await toolsOf(used);
  odd.hang();
  assert.match((await execute(tools, 'odd_write')).output, /^OUTCOME UNKNOWN: .*it took too long/);
  assert.match((await execute(tools, 'odd_look')).output, /^The server odd gave no answer: it took too long/);
  odd.goOn();
  assert.equal((await execute(tools, 'odd_write')).output, 'write is done');
});

test('a server that does not come up costs a line, and the others are there', async (t) => {
  const odd = new OddFolder(t);
  const used = odd.use({
    agentMcpServers: {
      broken: odd.entry('fails'),
      nowhere: { command: '/nowhere/to/be/found' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: so is it written in the configuration.
      unset: { url: 'http://127.0.0.1:1/${NONE}' },
      odd: odd.entry('modern', { tools: ['write'] }),
    },
  });
  const tools = await toolsOf(used);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['odd_write'],
  );
  assert.equal((await execute(tools, 'odd_write')).output, 'write is done');
  await toolsOf(used);
  assert.equal(odd.troubles.length, 3, 'each once');
  const all = odd.troubles.join('\n');
  assert.match(all, /^broken: .*no licence found; key \[REDACTED/m);
  assert.match(all, /nowhere.*ENOENT/);
  assert.match(all, /the variable NONE/);
  assert.deepEqual(used.missing(), odd.troubles);
});

test('conversations share a server, which ends with the last of them', async (t) => {
  const odd = new OddFolder(t);
  const servers = new Servers();
  const [one, other] = [1, 2].map(() => odd.use({ agentMcpServers: { odd: odd.entry() } }, { servers }));
  for (const used of [one, other]) if (used) await execute(await toolsOf(used), 'odd_write');
  const [pid, same] = odd.lines('write').map(Number);
  assert.equal(pid, same);
  await one?.close();
  process.kill(pid ?? 0, 0);
  await other?.close();
  assert.throws(() => process.kill(pid ?? 0, 0));
});

test("a folder's own servers are started only where a person has allowed it", async (t) => {
  const odd = new OddFolder(t);
  const file = join(odd.folder, '.mcp.json');
  const { args = [] } = odd.entry();
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { odd: { type: 'stdio', command: process.execPath, args } } }),
  );
  assert.deepEqual(await toolsOf(odd.use({})), []);
  assert.deepEqual(await toolsOf(odd.use({ agentMcpFolders: [join(odd.folder, '..')] })), []);
  const tools = await toolsOf(odd.use({ agentMcpFolders: [odd.folder] }));
  assert.equal((await execute(tools, 'odd_write')).output, 'write is done');
  writeFileSync(file, '{"mcpServers": {"odd": {}}}');
  assert.deepEqual(await toolsOf(odd.use({ agentMcpFolders: [odd.folder] })), []);
  assert.match(odd.troubles.join(), /\.mcp\.json is wrong: .*either command or url/);
});
