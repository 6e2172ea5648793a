import assert from 'node:assert/strict';
import { isAlive } from '../../cli/cli-home.ts';
import { noBubblewrap } from '../../tools/execute-code/script-bench.ts';
import { launcher } from '../mcp-client.ts';
import { errorOf, namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const patterns = ['READY', '/x+/'];

/** Where the place that gives terminals is an ordinary file. */
const noTerminals = ['/dev/ptmx', '/dev/pts/ptmx'].flatMap((path) => ['--bind', '/etc/hostname', path]);

const withoutTerminals: Row = row(
  '`pty` where no terminal can be had falls back to pipe mode and says so in `pty_note`',
  async (_, shared) => {
    const command = ['bwrap', '--dev-bind', '/', '/', ...noTerminals, launcher, 'mcp'];
    const agent = (await shared.apart({ command })).newAgent();
    const foreground = await agent.terminal({ command: 'test -t 1 || echo pipe', pty: true });
    const { session_id, pty_note } = await agent.start('cat', { pty: true });
    await agent.process('submit', { session_id, data: 'typed' });
    await agent.process('close', { session_id });
    return { foreground, pty_note, end: await agent.process('wait', { session_id }) };
  },
  ({ foreground, pty_note, end }) => {
    says(foreground.pty_note, 'no terminal', 'pipes');
    says(pty_note, 'no terminal', 'pipes');
    assert.equal(foreground.output, 'pipe\n');
    assert.equal(end.output, 'typed\n');
  },
);

const rows: readonly Row[] = [
  row(
    'Background returns `{output, session_id, pid, status: "running", exit_code: null, error: null}`, `notify_on_complete` as it will be applied, and `delivery`',
    (agent) => agent.start('sleep 1000', { notify_on_complete: true }),
    (result) => {
      const names = ['error', 'exit_code', 'notify_on_complete', 'output', 'pid', 'session_id', 'status'];
      assert.deepEqual(namesOf(result), names);
      const { status, exit_code, error, notify_on_complete, pid, delivery } = result;
      assert.deepEqual([status, exit_code, error, notify_on_complete], ['running', null, null, true]);
      assert.ok(isAlive(Number(pid)));
      assert.equal(delivery, 'next_call');
      says(result.output, result.session_id, 'reported with the result of your next tool call');
    },
  ),
  row(
    '`watch_patterns` as they will be applied',
    (agent) => agent.start('sleep 1000', { watch_patterns: patterns }),
    ({ watch_patterns, notify_on_complete, delivery }) => {
      assert.deepEqual([watch_patterns, notify_on_complete, delivery], [patterns, false, 'next_call']);
    },
  ),
  row(
    'A command that cannot be started at all (no such folder) is an error, not a process',
    async (agent) => ({
      result: await agent.start('true', { workdir: '/no/such/folder' }),
      list: await agent.process('list'),
    }),
    ({ result, list }) => {
      says(errorOf(result), '/no/such/folder');
      assert.equal(result.session_id, undefined);
      assert.deepEqual(list.processes, []);
    },
  ),
  row(
    'Both flags: `notify_on_complete` wins, `watch_patterns` is dropped, and the result says so in `watch_patterns_ignored`',
    async (agent, scene) => {
      const flags = { notify_on_complete: true, watch_patterns: ['READY'] };
      const result = await agent.start('echo READY', flags);
      await scene.ended(result.session_id);
      return { result, heard: await agent.listen() };
    },
    ({ result, heard }) => {
      assert.equal(result.notify_on_complete, true);
      assert.equal(result.watch_patterns, undefined);
      says(result.watch_patterns_ignored, 'exclude each other');
      assert.equal(heard.length, 1);
      says(heard[0], 'completed normally');
    },
  ),
  row(
    'Neither flag: a `hint` that nothing will be reported, and that `process(action="notify")` mends it without starting again',
    (agent) => agent.start('read x; exit 6', { stdin: true }),
    async (result, agent, scene) => {
      says(result.hint, 'Nothing will be reported', 'process(action="notify"', 'without starting it again');
      assert.equal(result.delivery, 'none');
      const { session_id } = result;
      const mended = await agent.process('notify', { session_id, notify_on_complete: true });
      assert.deepEqual([mended.notify_on_complete, mended.delivery], [true, 'next_call']);
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      says((await agent.listen())[0], `${session_id} exited (exit code 6)`);
    },
  ),
  row(
    'The same command in the same folder and session already running: it starts, and the result names the other in `already_running`',
    async (agent, scene) => ({
      first: await agent.start('sleep 1000'),
      second: await agent.start('sleep 1000'),
      elsewhere: await agent.start('sleep 1000', { workdir: '/tmp' }),
      another: await agent.start('sleep 1001'),
      stranger: await scene.newAgent().start('sleep 1000'),
    }),
    ({ first, second, elsewhere, another, stranger }) => {
      assert.deepEqual(second.already_running, [first.session_id]);
      assert.notEqual(second.session_id, first.session_id);
      assert.equal(second.status, 'running');
      for (const one of [first, elsewhere, another, stranger]) assert.equal(one.already_running, undefined);
    },
  ),
  row(
    '`already_running` names nothing that has ended',
    async (agent, scene) => {
      await scene.ended((await agent.start('true')).session_id);
      return agent.start('true');
    },
    ({ already_running }) => assert.equal(already_running, undefined),
  ),
  ...(noBubblewrap ? [] : [withoutTerminals]),
  row(
    'The schema: each parameter with its type, strict',
    async (agent) => (await agent.client.listTools()).tools.find(({ name }) => name === 'terminal'),
    (tool) => {
      const properties = (tool?.inputSchema.properties ?? {}) as Record<
        string,
        { type: string; items?: object }
      >;
      const types = Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
      assert.deepEqual(types, {
        command: 'string',
        background: 'boolean',
        timeout: 'integer',
        workdir: 'string',
        pty: 'boolean',
        stdin: 'boolean',
        notify_on_complete: 'boolean',
        watch_patterns: 'array',
        max_runtime: 'integer',
        name: 'string',
        deadline: 'integer',
        heartbeat: 'integer',
        quiet_after: 'integer',
        ready: 'string',
        notify_on: 'string',
        after: 'array',
        environment: 'string',
      });
      assert.deepEqual(tool?.inputSchema.required, ['command']);
      assert.equal(tool?.inputSchema.additionalProperties, false);
    },
  ),
  row(
    'The descriptions teach the contract: completion for everything with an end; patterns only for rare one-shot signals of things that do not end; the 15-second spacing, the three strikes, the mutual exclusion',
    async (agent) => (await agent.client.listTools()).tools.find(({ name }) => name === 'terminal'),
    (tool) => {
      const properties = tool?.inputSchema.properties as Record<string, { description: string }>;
      says(
        properties.notify_on_complete?.description,
        'exactly one notification',
        'everything that has an end',
      );
      says(
        properties.watch_patterns?.description,
        'rare one-shot signals of things that do not end',
        '15 s',
        '3 such',
        'Not together with notify_on_complete',
      );
      says(tool?.description, '"wake"', 'end your turn', '"next_call"', '"none"', 'process(action="wait")');
    },
  ),
];

checkRows('The `terminal` tool: in the background', rows);
