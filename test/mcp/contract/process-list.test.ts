import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { until } from '../../cli/cli-home.ts';
import type { Agent } from './agent.ts';
import { errorOf, namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const actions = ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close', 'notify'];

type Listed = Readonly<Record<string, unknown>>;
const list = async (agent: Agent) => (await agent.process('list')).processes as readonly Listed[];

/** With ids of our choice: those of real ones cannot be foreseen. */
const starting = (id: string) => ({
  id,
  command: 'sleep 1000',
  workdir: homedir(),
  env: { PATH: process.env.PATH ?? '' },
});

const rows: readonly Row[] = [
  ...actions
    .filter((action) => action !== 'list')
    .map((action) =>
      row(
        `All actions but \`list\` need \`session_id\`, else error \`session_id is required for ${action}\``,
        (agent) => agent.process(action, { data: 'x' }),
        (result) => assert.equal(errorOf(result), `session_id is required for ${action}`),
      ),
    ),
  ...['stop', '', 7, undefined].map((action) =>
    row(
      `Unknown action: an error that lists the actions: ${JSON.stringify(action)}`,
      (agent) => agent.call('process', { action }),
      (result) => says(errorOf(result), actions.join(', ')),
    ),
  ),
  ...actions
    .filter((action) => action !== 'list')
    .map((action) =>
      row(
        `Unknown id: \`{status: "not_found", error}\`: ${action}`,
        (agent) =>
          agent.process(action, { session_id: 'proc_0123456789ab', data: 'x', notify_on_complete: true }),
        (result) => {
          assert.deepEqual(namesOf(result), ['error', 'status']);
          assert.equal(result.status, 'not_found');
          says(errorOf(result), 'proc_0123456789ab', '"list"');
        },
      ),
    ),
  ...['xyz', 'proc_', 'abc', 'proc_0123456789abc', '../../etc'].map((id) =>
    row(
      `What can be no id is not found either, and the error says what one is: ${JSON.stringify(id)}`,
      (agent) => agent.process('poll', { session_id: id }),
      (result) => {
        assert.equal(result.status, 'not_found');
        says(errorOf(result), JSON.stringify(id), '12 hex digits');
      },
    ),
  ),
  row(
    '`session_id`: any unambiguous prefix of at least 4 hex digits',
    async (agent) => {
      const { session_id: id } = await agent.start('sleep 1000');
      const written = [id, id.slice(5), id.slice(0, 9), id.slice(5, 9), id.slice(5, 12).toUpperCase()];
      return Promise.all(
        written.map(async (text) => [(await agent.process('poll', { session_id: text })).session_id, id]),
      );
    },
    (results) => {
      for (const [found, id] of results) assert.equal(found, id, 'answered with the whole one');
    },
  ),
  row(
    'Ambiguous id: `{status: "not_found", error}`',
    async (agent, scene) => {
      const session_key = agent.session ?? '';
      await scene.person.start({ ...starting('proc_feed00000001'), session_key });
      await scene.person.start({ ...starting('proc_feed00000002'), session_key });
      return [
        await agent.process('kill', { session_id: 'feed' }),
        await agent.process('poll', { session_id: 'feed00000002' }),
      ];
    },
    ([ambiguous, exact]) => {
      assert.equal(ambiguous?.status, 'not_found');
      says(ambiguous?.error, 'More than one', 'feed', 'more digits');
      assert.deepEqual([exact?.session_id, exact?.status], ['proc_feed00000002', 'running']);
    },
  ),
  row(
    '`session_id`: a number is read as text',
    async (agent, scene) => {
      await scene.person.start({ ...starting('proc_123456789012'), session_key: agent.session ?? '' });
      return agent.process('poll', { session_id: 1234567 });
    },
    ({ session_id }) => assert.equal(session_id, 'proc_123456789012'),
  ),
  row(
    '`list`: `session_id, command, cwd, pid, started_at, uptime_seconds, status, output_preview`, and what its tree uses',
    async (agent) => {
      const started = await agent.start('echo hello; sleep 1000', { workdir: '/tmp' });
      await agent.process('wait', { session_id: started.session_id, until: 'hello' });
      let listed = await list(agent);
      // A keeper that answers late, on a busy machine, is not waited for.
      await until(async () => {
        listed = await list(agent);
        return listed[0]?.memory_bytes !== undefined;
      }, 'its usage');
      return { started, listed };
    },
    ({ started, listed: [one = {}, ...others] }) => {
      assert.deepEqual(others, []);
      assert.deepEqual(namesOf(one), [
        'command',
        'cpu_seconds',
        'cwd',
        'memory_bytes',
        'output_preview',
        'pid',
        'process_count',
        'session_id',
        'started_at',
        'status',
        'uptime_seconds',
      ]);
      assert.deepEqual(
        [one.session_id, one.pid, one.status, one.cwd, one.command, one.output_preview],
        [started.session_id, started.pid, 'running', '/tmp', 'echo hello; sleep 1000', 'hello\n'],
      );
      assert.ok(Math.abs(Date.parse(String(one.started_at)) - Date.now()) < 60_000);
    },
  ),
  row(
    '`list`: `command` (first 200 characters), `output_preview` (last 200 characters)',
    async (agent) => {
      const command = `printf %01000d 7; : ${'é'.repeat(300)}`;
      await agent.process('wait', await agent.start(command).then(({ session_id }) => ({ session_id })));
      return { command, listed: await list(agent) };
    },
    ({ command, listed: [one = {}] }) => {
      assert.equal(one.command, command.slice(0, 200));
      assert.equal(one.output_preview, '7'.padStart(200, '0'));
    },
  ),
  row(
    '`list`: where they apply `notify_on_complete, watch_patterns, watch_hit, exit_code`',
    async (agent, scene) => {
      const ringing = await agent.start('sleep 1000', { notify_on_complete: true });
      const watched = await agent.start('echo READY; sleep 1000', { watch_patterns: ['READY'] });
      const ended = await agent.start('exit 9');
      await scene.ended(ended.session_id);
      await agent.process('wait', { session_id: watched.session_id, until: 'READY' });
      const hit = async () => (await list(agent)).some(({ watch_hit }) => watch_hit);
      while (!(await hit()));
      const listed = await list(agent);
      return [ringing, watched, ended].map(({ session_id }) =>
        listed.find((one) => one.session_id === session_id),
      );
    },
    ([ringing, watched, ended]) => {
      assert.equal(ringing?.notify_on_complete, true);
      assert.equal(ringing?.watch_hit, undefined);
      assert.deepEqual([watched?.watch_patterns, watched?.watch_hit], [['READY'], true]);
      assert.deepEqual([ended?.exit_code, ended?.status], [9, 'exited']);
      assert.ok(!('exit_code' in (ringing ?? {})));
      for (const one of [ringing, watched, ended]) assert.ok(!('detached' in (one ?? {})));
    },
  ),
  row(
    '`list`: this task’s and, flagged `session_scoped: true`, the same session’s from other tasks',
    async (agent) => {
      const as = (task: string) => agent.as(agent.session, task);
      const [mine, other] = [await as('one').start('sleep 1000'), await as('two').start('sleep 1000')];
      return { mine, other, listed: await list(as('one')) };
    },
    ({ mine, other, listed }) => {
      const scoped = new Map(listed.map((one) => [one.session_id, one.session_scoped]));
      assert.deepEqual(
        scoped,
        new Map<unknown, unknown>([
          [mine.session_id, undefined],
          [other.session_id, true],
        ]),
      );
    },
  ),
  row(
    'Through an agent’s tools only its own session’s processes can be reached',
    async (agent, scene) => {
      const { session_id } = await scene.newAgent().start('cat', { stdin: true });
      const given = { session_id, data: 'x', notify_on_complete: true };
      const results = [];
      for (const action of actions.slice(1)) results.push(await agent.process(action, given));
      return { session_id, results, listed: await list(agent) };
    },
    async ({ session_id, results, listed }, _, scene) => {
      for (const { status } of results) assert.equal(status, 'not_found');
      assert.deepEqual(listed, []);
      assert.equal((await scene.person.get(session_id)).status, 'running', 'people reach everything');
    },
  ),
  row(
    'The schema of `process`: strict, the actions named, each parameter with its type',
    async (agent) => (await agent.client.listTools()).tools.find(({ name }) => name === 'process'),
    (tool) => {
      const properties = (tool?.inputSchema.properties ?? {}) as Record<
        string,
        { type: string; enum?: string[] }
      >;
      const types = Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
      assert.deepEqual(types, {
        action: 'string',
        session_id: 'string',
        data: 'string',
        timeout: 'integer',
        until: 'string',
        ready: 'boolean',
        offset: 'integer',
        limit: 'integer',
        cursor: 'string',
        grep: 'string',
        context: 'integer',
        notify_on_complete: 'boolean',
        watch_patterns: 'array',
      });
      assert.deepEqual(properties.action?.enum, actions);
      assert.deepEqual(tool?.inputSchema.required, ['action']);
      assert.equal(tool?.inputSchema.additionalProperties, false);
    },
  ),
];

checkRows('The `process` tool: ids and `list`', rows);
