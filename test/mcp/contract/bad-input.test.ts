import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { connectStdio, launcher } from '../mcp-client.ts';
import { RawClient } from '../raw-client.ts';
import { errorOf, type Result, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

type Tool = 'terminal' | 'process' | 'execute_code' | 'wake' | 'delegate';

/** A call that has to be refused by words that name what is wrong; the tool goes on working. */
const refused = (what: string, tool: Tool, given: unknown, ...words: (RegExp | string)[]): Row =>
  row(
    what,
    (agent) => agent.call(tool, given),
    async (result, agent) => {
      says(errorOf(result), ...words);
      assert.ok(errorOf(result).length < 2_000, 'short, whatever was given');
      assert.deepEqual((await agent.process('list')).processes, []);
    },
  );

const wrongTypes: readonly (readonly [Tool, string, unknown, string])[] = [
  ['terminal', 'command', 5, 'a string'],
  ['terminal', 'background', 'yes', 'a boolean'],
  ['terminal', 'timeout', 'soon', 'a number'],
  ['terminal', 'workdir', 7, 'a string'],
  ['terminal', 'pty', 1, 'a boolean'],
  ['terminal', 'stdin', 'text', 'a boolean'],
  ['terminal', 'notify_on_complete', 'true', 'a boolean'],
  ['terminal', 'watch_patterns', 'READY', 'an array'],
  ['terminal', 'name', 7, 'a string'],
  ['terminal', 'max_runtime', [], 'a number'],
  ['terminal', 'deadline', '10m', 'a number'],
  ['terminal', 'quiet_after', '10m', 'a number'],
  ['terminal', 'ready', 3000, 'a string'],
  ['terminal', 'notify_on', 'success', 'failure'],
  ['terminal', 'environment', {}, 'a string'],
  ['process', 'data', 5, 'a string'],
  ['process', 'timeout', '5', 'a number'],
  ['process', 'offset', 1.5, 'an integer'],
  ['process', 'limit', 0, 'at least 1'],
  ['process', 'cursor', {}, 'a string'],
  ['process', 'until', ['x'], 'a string'],
  ['process', 'ready', 'yes', 'a boolean'],
  ['process', 'notify_on_complete', 0, 'a boolean'],
  ['process', 'watch_patterns', {}, 'an array'],
  ['execute_code', 'language', 'cobol', 'javascript'],
  ['execute_code', 'code', 1, 'a string'],
];

const base: Readonly<Record<Tool, object>> = {
  terminal: { command: 'true' },
  process: { action: 'poll', session_id: 'abcd' },
  execute_code: { language: 'javascript', code: '1' },
  wake: { after: '1h' },
  delegate: { action: 'list' },
};

const huge = 'x'.repeat(3 * 1024 * 1024);

/** Refused in words, or done: never broken. */
const survives = (what: string, given: object, holds: (result: Result) => void = () => {}): Row =>
  row(
    `Absurd size: ${what}`,
    async (agent) => ({
      result: await agent.terminal({ ...given }),
      next: await agent.terminal({ command: 'echo fine' }),
    }),
    ({ result, next }) => {
      if (typeof result.error === 'string')
        assert.ok(result.error.length < 2_000, result.error.slice(0, 200));
      holds(result);
      assert.equal(next.output, 'fine\n');
    },
  );

const rows: readonly Row[] = [
  ...wrongTypes.map(([tool, name, value, expected]) =>
    refused(
      `Wrong type: ${tool} ${name} = ${JSON.stringify(value)}`,
      tool,
      { ...base[tool], [name]: value },
      `"${name}"`,
      expected,
    ),
  ),
  refused(
    'Wrong type: one of the patterns',
    'terminal',
    { ...base.terminal, watch_patterns: ['a', 5] },
    '"watch_patterns.1"',
  ),
  refused(
    'Wrong type: an id that is neither text nor number',
    'process',
    { action: 'poll', session_id: {} },
    '"session_id"',
  ),
  ...(['terminal', 'process', 'execute_code', 'wake', 'delegate'] as const).map((tool) =>
    row(
      `issue 11.14: Unknown parameter: ${tool}: the call goes on, and the result warns`,
      (agent) => agent.call(tool, { ...base[tool], comand: 'x', bg: 1 }),
      (result) => says(result.warning ?? result.error, 'Unknown parameter', '"comand"', '"bg"'),
    ),
  ),
  row(
    'Null where nothing is meant is nothing (strict schemas make models do that)',
    (agent) => agent.terminal({ command: 'echo fine', workdir: null, timeout: null, watch_patterns: null }),
    ({ output }) => assert.equal(output, 'fine\n'),
  ),
  row(
    'Unknown tool: an error that lists the tools',
    async (agent) =>
      assert.rejects(agent.call('shell', {}), /shell.*terminal, process, execute_code, wake, delegate/),
    () => {},
  ),
  ...(['command', 'workdir', 'environment'] as const).flatMap((name) => [
    refused(`NUL: ${name}`, 'terminal', { command: 'true', [name]: 'a\0b' }, `"${name}"`, 'NUL'),
    refused(
      `Lone surrogates: ${name}`,
      'terminal',
      { command: 'true', [name]: 'a\ud800b' },
      `"${name}"`,
      'surrogate',
    ),
  ]),
  refused(
    'NUL: a pattern',
    'terminal',
    { ...base.terminal, background: true, watch_patterns: ['\0'] },
    '"watch_patterns.0"',
    'NUL',
  ),
  refused(
    'Lone surrogates: the input',
    'process',
    { action: 'write', session_id: 'abcd', data: '\udc00' },
    '"data"',
    'surrogate',
  ),
  refused(
    'Empty: a pattern',
    'terminal',
    { ...base.terminal, background: true, watch_patterns: [''] },
    '"watch_patterns.0" must not be empty',
  ),
  refused('A cursor that is none', 'process', { action: 'poll', session_id: 'zzzz', cursor: 'x' }, '"zzzz"'),
  row(
    'A cursor that was given by nobody: an error that says so',
    async (agent) => {
      const { session_id } = await agent.start('echo out');
      return agent.process('poll', { session_id, cursor: 'tomorrow' });
    },
    (result) => says(errorOf(result), 'cursor', 'tomorrow'),
  ),
  survives('a command of 3 MB', { command: `: ${huge}` }),
  survives('an empty command line of 100,000 lines', { command: 'true\n'.repeat(100_000) }),
  survives('a folder of 3 MB', { command: 'true', workdir: huge }, (result) => assert.ok(errorOf(result))),
  survives('a pattern of 3 MB', { command: 'true', background: true, watch_patterns: [huge] }),
  survives(
    '1,000 patterns',
    { command: 'true', background: true, watch_patterns: Array(1_000).fill('x') },
    (result) => says(errorOf(result), '"watch_patterns"', '100'),
  ),
  survives('a timeout beyond all numbers', { command: 'true', timeout: 1e300 }, (result) =>
    assert.ok(errorOf(result)),
  ),
  survives(
    'a max_runtime of 300 million years',
    { command: 'true', max_runtime: Number.MAX_SAFE_INTEGER },
    (result) => assert.ok(result.exit_code === 0 || errorOf(result)),
  ),
  ...(
    [
      ['process', { action: 'poll', session_id: huge }],
      ['process', { action: huge }],
      ['process', { action: 'poll', session_id: 'abcd', [huge]: 1 }],
      ['terminal', { command: 'true', environment: huge }],
      ['terminal', { command: 'true', background: true, watch_patterns: [`/(${huge}/`] }],
      ['execute_code', { language: huge, code: '1' }],
    ] as const
  ).map(([tool, given], at) =>
    refused(`Absurd size: what is wrong is named, not repeated (${at + 1})`, tool, given, /\w/),
  ),
  row(
    'Absurd size: input of 3 MB comes through, or the result says how much was taken',
    async (agent) => {
      const { session_id } = await agent.start('wc -c', { stdin: true });
      const written = await agent.process('write', { session_id, data: huge });
      await agent.process('close', { session_id });
      return { written, end: await agent.process('wait', { session_id }) };
    },
    ({ written, end }) => {
      if (typeof written.error === 'string') return;
      assert.equal(Number(end.output), written.bytes_written);
      if (Number(written.bytes_written) < huge.length) says(written.note, 'were not written');
    },
  ),
  row(
    'Invalid UTF-8, and lines that are no JSON: the server goes on',
    async (_, scene) => {
      const client = new RawClient([launcher, 'mcp'], { env: { RINGBACK_HOME: scene.home.folder } });
      await client.initialize();
      client.process.stdin?.write(Buffer.from('not json\n{"jsonrpc":\n\xff\xfe\n', 'latin1'));
      const line =
        '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"terminal","arguments":{"command":"echo \xff\xfe"}}}\n';
      client.process.stdin?.write(Buffer.from(line, 'latin1'));
      const odd = await client.answer(77);
      const fine = await client.call({ command: 'echo fine' });
      await client.end();
      return { odd, fine };
    },
    ({ odd, fine }) => {
      assert.ok(odd.result ?? odd.error);
      assert.equal((fine.result?.structuredContent as Result | undefined)?.output, 'fine\n');
    },
  ),
  row(
    'A second start of the daemon: a clear message, nothing lost',
    async (agent, scene) => {
      const { session_id } = await agent.start('sleep 1000');
      const { pid } = await scene.person.health();
      const second = await scene.home.run(['daemon', 'run']);
      return {
        second,
        pid,
        after: (await scene.person.health()).pid,
        polled: await agent.process('poll', { session_id }),
      };
    },
    ({ second, pid, after, polled }) => {
      assert.equal(second.code, 1);
      says(second.stderr, 'already serves', 'ringback daemon stop');
      assert.doesNotMatch(second.stderr, /\n {4}at /);
      assert.deepEqual([after, polled.status], [pid, 'running']);
    },
  ),
  row(
    'A corrupt database: nothing that runs is lost',
    async (_, shared) => {
      const scene = await shared.apart();
      const { home } = scene;
      const agent = scene.newAgent();
      const { session_id } = await agent.start('cat', { stdin: true });
      await home.killDaemon();
      for (const name of readdirSync(home.folder).filter((file) => file.startsWith('engine.db')))
        writeFileSync(join(home.folder, name), 'this is no database'.repeat(1_000));
      await agent.process('submit', { session_id, data: 'still there' });
      await agent.process('close', { session_id });
      return agent.process('wait', { session_id });
    },
    ({ status, exit_code, output }) =>
      assert.deepEqual([status, exit_code, output], ['exited', 0, 'still there\n']),
  ),
  row(
    'A wrong config.json: a clear message that says what is wrong and what to do',
    async () => {
      // There will be no daemon to end.
      const home = new CliHome(() => {}, { spacingMs: 'long' });
      const stops: (() => Promise<void>)[] = [];
      const client = await connectStdio((stop) => stops.push(stop), home, 2025, { cwd: '/' });
      const { content, isError } = await client.callTool({
        name: 'terminal',
        arguments: { command: 'true' },
      });
      for (const stop of stops) await stop();
      removeFolder(home.folder);
      return { isError, text: JSON.stringify(content) };
    },
    ({ isError, text }) => {
      assert.equal(isError, true);
      says(text, 'config.json is wrong', 'spacingMs', 'must be a number', 'Fix');
      assert.doesNotMatch(text, /\\n {4}at /);
    },
  ),
];

checkRows('Bad input', rows);
