import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { defaultConfig } from '../../../src/base/config.ts';
import { ownFolder } from './own-folder.ts';
import { refused } from './refused.ts';
import { checkRows, type Row, row } from './rows.ts';

const folder = ownFolder();

const rows: readonly Row[] = [
  row(
    '`command`: string, required: run by the user’s shell',
    async (agent, scene) => {
      const client = await scene.connect({ env: { SHELL: '/bin/sh' } });
      const inSh = scene.newAgent(client);
      const shell = 'readlink /proc/$$/exe';
      return [await agent.terminal({ command: shell }), await inSh.terminal({ command: shell })];
    },
    ([usual, sh]) => {
      assert.match(usual?.output ?? '', /bash|zsh|sh/);
      assert.equal(sh?.output.trim(), realpathSync('/bin/sh'));
    },
  ),
  refused('`command` missing: an error that says so', {}, /"command" is missing/),
  refused('`command` empty: an error that says so', { command: '' }, /"command" must not be empty/),
  refused('`command` empty but for blanks', { command: ' \n' }, /"command" must not be empty/),
  refused('`command` not a string: an error that says so', { command: ['ls'] }, /"command" must be a string/),
  refused('`command` containing NUL: an error that says so', { command: 'echo a\0b' }, /"command".*NUL/),
  row(
    '`background`: boolean, false: return at once with a `session_id`',
    (agent) => agent.start('sleep 1000'),
    async (result, agent) => {
      assert.match(result.session_id, /^proc_[0-9a-f]{12}$/);
      assert.equal((await agent.process('poll', { session_id: result.session_id })).status, 'running');
    },
  ),
  row(
    '`timeout`: foreground only, seconds: how long the call waits',
    async (agent) => {
      const began = performance.now();
      const result = await agent.terminal({ command: 'sleep 1000', timeout: 1 });
      return { result, seconds: (performance.now() - began) / 1000 };
    },
    ({ result, seconds }) => {
      assert.equal(result.timed_out, true);
      assert.ok(seconds >= 1, `${seconds} s`);
      assert.match(result.output, /^STILL RUNNING after 1 s/);
    },
  ),
  ...[0, -1, 1.5, '5', true].map((timeout) =>
    refused(
      `\`timeout\`: integer ≥ 1, so not ${JSON.stringify(timeout)}`,
      { command: 'true', timeout },
      /"timeout" must be/,
    ),
  ),
  refused(
    '`timeout` above 600: refused, with the advice to use `background`',
    { command: 'true', timeout: 601 },
    /600/,
    /background: true/,
  ),
  row(
    '`timeout` of 600 is not above it; and it is for the foreground only',
    async (agent) => [
      await agent.terminal({ command: 'true', timeout: 600 }),
      await agent.start('true', { timeout: 601 }),
    ],
    (results) => {
      for (const { error } of results) assert.equal(error, null);
    },
  ),
  row(
    '`timeout`: 180. Over MCP the default is 50 (clients give up at 60)',
    (agent) => agent.terminal({ command: 'sleep 1000' }),
    ({ output }) => {
      const { foregroundSeconds, foregroundLimitSeconds, mcpWaitSeconds } = defaultConfig;
      assert.deepEqual([foregroundSeconds, foregroundLimitSeconds, mcpWaitSeconds], [180, 600, 50]);
      assert.match(output, /^STILL RUNNING after 2 s/, 'as this home is configured');
    },
  ),
  row(
    '`workdir`: string',
    async (agent) => [
      await agent.terminal({ command: 'pwd', workdir: folder }),
      await agent.start('pwd', { workdir: folder }),
    ],
    async ([foreground, background], agent) => {
      assert.equal(foreground?.output, `${folder}\n`);
      const { output } = await agent.process('wait', { session_id: background?.session_id });
      assert.equal(output, `${folder}\n`);
    },
  ),
  refused(
    '`workdir` must exist, else an error naming it',
    { command: 'pwd', workdir: `${folder}/nowhere` },
    `${folder}/nowhere`,
    /does not exist/,
  ),
  refused(
    '`workdir` that is no folder',
    { command: 'pwd', workdir: '/etc/passwd', background: true },
    /\/etc\/passwd/,
  ),
  row(
    'Without `workdir`: the session’s current folder',
    async (agent) => {
      await agent.terminal({ command: `cd ${folder}` });
      return [await agent.terminal({ command: 'pwd' }), await agent.start('pwd')];
    },
    async ([foreground, background], agent) => {
      assert.equal(foreground?.output, `${folder}\n`);
      const { output } = await agent.process('wait', { session_id: background?.session_id });
      assert.equal(output, `${folder}\n`);
    },
  ),
  row(
    '`pty`: boolean, false: a real terminal, 120×30, for interactive programs',
    async (agent) => [
      await agent.terminal({ command: 'test -t 0 && test -t 1 && stty size', pty: true }),
      await agent.terminal({ command: 'test -t 0 || test -t 1 || echo none' }),
    ],
    ([terminal, pipe]) => {
      assert.equal(terminal?.output.trim(), '30 120');
      assert.equal(pipe?.output, 'none\n');
    },
  ),
  row(
    '`stdin`: boolean, false: keep a pipe open for `write`/`submit`/`close`',
    async (agent) => {
      const { session_id } = await agent.start('cat', { stdin: true });
      await agent.process('write', { session_id, data: 'one ' });
      await agent.process('submit', { session_id, data: 'two' });
      await agent.process('close', { session_id });
      return agent.process('wait', { session_id });
    },
    ({ output, exit_code }) => assert.deepEqual([output, exit_code], ['one two\n', 0]),
  ),
  row(
    'Without it (and without `pty`) stdin is empty: many programs (`rg`, `ssh`, `cat`) hang on an open pipe',
    async (agent) => {
      const foreground = await agent.terminal({ command: 'cat; echo end' });
      const { session_id } = await agent.start('cat; echo end');
      return [foreground, await agent.process('wait', { session_id })];
    },
    (results) => {
      for (const { output } of results) assert.equal(output, 'end\n');
    },
  ),
  row(
    '`notify_on_complete`: exactly one notification when it ends',
    async (agent, scene) => {
      const { session_id } = await agent.start('exit 4', { notify_on_complete: true });
      await scene.ended(session_id);
      for (let call = 0; call < 3; call += 1) await agent.listen();
      return session_id;
    },
    async (id, agent, scene) => {
      assert.equal(agent.heard.length, 1);
      assert.match(agent.heard[0] ?? '', new RegExp(`${id} exited \\(exit code 4\\)`));
      assert.deepEqual(
        (await scene.told(agent.session ?? '')).map(({ state }) => state),
        ['delivered'],
      );
    },
  ),
  row(
    '`notify_on_complete`: false: nothing is said of an end that nobody asked for',
    async (agent, scene) => {
      const { session_id } = await agent.start('true');
      await scene.ended(session_id);
      return agent.listen();
    },
    async (heard, agent, scene) => {
      assert.deepEqual(heard, []);
      assert.deepEqual(await scene.told(agent.session ?? ''), []);
    },
  ),
  ...(
    [
      ['a notification when a line contains one of them', ['nope', 'READY'], 'it is READY now', true],
      ['a line that contains none of them', ['READY'], 'ready', false],
      ['`/…/` is a regular expression', ['/^port \\d+$/'], 'port 8080', true],
      ['`/…/` minds the case', ['/^PORT/'], 'port 8080', false],
      ['`/…/i` does not', ['/^PORT/i'], 'port 8080', true],
      ['what is not between slashes is none', ['a.c'], 'abc', false],
    ] as const
  ).map(([rule, patterns, line, isHeard]) =>
    row(
      `\`watch_patterns\`: ${rule}`,
      async (agent, scene) => {
        const { session_id } = await agent.start(`echo '${line}'`, { watch_patterns: patterns });
        await scene.ended(session_id);
        return agent.listen();
      },
      (heard) => {
        assert.equal(heard.length, 1);
        // One that ended without a match is told of too: its end.
        const match = new RegExp(`printed what you watch for[\\s\\S]*\\| ${line}`);
        if (isHeard) assert.match(heard[0] ?? '', match);
        else assert.doesNotMatch(heard[0] ?? '', /printed what you watch for/);
      },
    ),
  ),
  ...['/(a)\\1/', '/a(?=b)/', '/(?<!a)b/', '/a(/'].map((pattern) =>
    refused(
      `\`watch_patterns\`: one that cannot be matched in linear time is refused by name: ${pattern}`,
      { command: 'true', background: true, watch_patterns: ['fine', pattern] },
      JSON.stringify(pattern),
    ),
  ),
  row(
    '`max_runtime`: integer ≥ 1, seconds until the keeper itself ends the tree (`termination_source: "max_runtime"`)',
    async (agent) => {
      const { session_id } = await agent.start('sleep 1000 & sleep 1000', { max_runtime: 1 });
      return agent.process('wait', { session_id });
    },
    (result) => {
      assert.equal(result.status, 'exited');
      assert.equal(result.completion_reason, 'killed');
      assert.equal(result.termination_source, 'max_runtime');
      assert.equal(result.exit_code, 143);
    },
  ),
  row(
    '`max_runtime` holds in the foreground too',
    (agent) => agent.terminal({ command: 'sleep 1000', max_runtime: 1 }),
    (result) => {
      assert.equal(result.exit_code, 143);
      assert.equal(result.termination_source, 'max_runtime');
    },
  ),
  row(
    '`name`: stands for the id of the running one among equals, else of the last',
    async (agent) => {
      await agent.start('echo first', { name: 'dev-server' });
      const { session_id } = await agent.start('sleep 1000', { name: 'dev-server' });
      await agent.start('echo last', { name: 'other' });
      const polled = await agent.process('poll', { session_id: 'dev-server' });
      await agent.process('kill', { session_id: 'dev-server' });
      return { output: `${polled.session_id === session_id} ${JSON.stringify(polled)}` };
    },
    (result) => {
      assert.match(String(result.output), /^true .*"name":"dev-server"/);
    },
  ),
  ...['proc_1', 'beef', '1234567', 'two words', '', '-x', 'a/b'].map((name) =>
    refused(
      `\`name\`: none that could be an id or needs quoting: ${JSON.stringify(name)}`,
      { command: 'true', background: true, name },
      /"name" must/,
    ),
  ),
  refused(
    '`max_runtime`: integer ≥ 1',
    { command: 'true', max_runtime: 0 },
    /"max_runtime" must be at least 1/,
  ),
  row(
    '`environment`: string: a configured environment; default this machine',
    (agent) => agent.terminal({ command: 'uname -n', environment: 'local' }),
    ({ exit_code }) => assert.equal(exit_code, 0),
  ),
  refused(
    'An `environment` that is not configured: an error, not a process',
    { command: 'true', environment: 'moon', background: true },
    /no environment "moon"/,
    /local/,
  ),
];

checkRows('The `terminal` tool: its parameters', rows, { config: { mcpWaitSeconds: 2 } });
