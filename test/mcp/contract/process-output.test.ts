import assert from 'node:assert/strict';
import { defaultConfig } from '../../../src/base/config.ts';
import { isAlive } from '../../cli/cli-home.ts';
import { ended, running } from './processes.ts';
import { namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const many = 'for i in $(seq 1 1000); do echo "line $i"; done';

const rows: readonly Row[] = [
  row(
    '`poll`: `session_id, command, status, pid, uptime_seconds, idle_seconds, output_preview`, `cursor`, and what its tree uses',
    async (agent) => agent.process('poll', { session_id: await running(agent, 'echo hi') }),
    (result) => {
      assert.deepEqual(namesOf(result), [
        'command',
        'cpu_seconds',
        'cursor',
        'idle_seconds',
        'memory_bytes',
        'output_preview',
        'pid',
        'process_count',
        'session_id',
        'status',
        'uptime_seconds',
      ]);
      assert.equal(result.status, 'running');
      assert.equal(result.output_preview, 'hi\n:\n');
      assert.ok(isAlive(Number(result.pid)));
      assert.ok(Number(result.uptime_seconds) >= 0 && Number(result.idle_seconds) >= 0);
    },
  ),
  row(
    '`poll`: once ended also `exit_code, completion_reason, termination_source`',
    async (agent) => agent.process('poll', { session_id: await ended(agent, 'exit 3') }),
    (result) => {
      const { status, exit_code, signal, completion_reason, termination_source } = result;
      assert.deepEqual(
        [status, exit_code, signal, completion_reason, termination_source],
        ['exited', 3, null, 'exited', ''],
      );
    },
  ),
  row(
    '`poll`: last 1,000 characters; with `cursor`, only what is new',
    async (agent) => {
      const { session_id } = await agent.start('printf %02000d 7; echo; cat', { stdin: true });
      await agent.process('wait', { session_id, until: '/7$/' });
      const first = await agent.process('poll', { session_id });
      const none = await agent.process('poll', { session_id, cursor: first.cursor });
      await agent.process('submit', { session_id, data: 'new' });
      await agent.process('wait', { session_id, until: 'new' });
      return [first, none, await agent.process('poll', { session_id, cursor: none.cursor })];
    },
    ([first, none, news]) => {
      assert.equal(defaultConfig.pollPreviewCharacters, 1_000);
      assert.equal(first?.output_preview, `${'7'.padStart(999, '0')}\n`);
      assert.equal(none?.output_preview, '');
      assert.equal(news?.output_preview, 'new\n');
    },
  ),
  row(
    '`log` with `grep`: the lines that match with their numbers, those around them with `context`, and `matches`',
    async (agent) => {
      const session_id = await ended(agent, `${many}; echo password=hunter2hunter2`);
      const grep = (args: object) => agent.process('log', { session_id, ...args });
      return [
        await grep({ grep: '/ 50\\d$/', context: 1, limit: 2 }),
        await grep({ grep: 'hunter' }),
        await grep({ grep: 'password', offset: 100 }),
      ];
    },
    ([found, secret, named]) => {
      assert.equal(found?.output, '498-line 499\n499:line 500\n500:line 501\n501-line 502\n');
      assert.equal(found?.matches, 2);
      says(found?.note, 'offset=501');
      assert.deepEqual([secret?.matches, secret?.output], [0, '']);
      assert.deepEqual(named?.output, '1000:password=[REDACTED:named-secret]\n');
      assert.equal(named?.note, undefined);
    },
  ),
  row(
    '`log`: `session_id, command, status, output, total_lines, showing, cursor`; default the last 200 lines',
    async (agent) => agent.process('log', { session_id: await ended(agent, many) }),
    (result) => {
      assert.deepEqual(namesOf(result), [
        'command',
        'cursor',
        'output',
        'session_id',
        'showing',
        'status',
        'total_lines',
      ]);
      const lines = result.output.trimEnd().split('\n');
      assert.deepEqual([lines.length, lines[0], lines.at(-1)], [200, 'line 801', 'line 1000']);
      assert.equal(result.total_lines, 1_000);
      says(result.showing, '1000');
    },
  ),
  row(
    '`log`: `offset`, `limit` (lines; `offset: 0` is the head, none is the tail), `cursor`',
    async (agent) => {
      const session_id = await ended(agent, many);
      const read = async (given: object) => (await agent.process('log', { session_id, ...given })).output;
      const head = await agent.process('log', { session_id, offset: 0, limit: 2 });
      return {
        head: head.output,
        next: await read({ cursor: head.cursor, limit: 2 }),
        middle: await read({ offset: 500, limit: 1 }),
        tail: await read({ limit: 1 }),
        beyond: await read({ offset: 5_000 }),
      };
    },
    (read) =>
      assert.deepEqual(read, {
        head: 'line 1\nline 2\n',
        next: 'line 3\nline 4\n',
        middle: 'line 501\n',
        tail: 'line 1000\n',
        beyond: '',
      }),
  ),
  row(
    '`log`: `gaps` where bytes are gone',
    async (agent) => {
      const session_id = await ended(
        agent,
        'head -c 400000 /dev/zero | tr "\\0" a | fold -w 99; echo; echo last',
      );
      return [
        await agent.process('log', { session_id, offset: 0, limit: 100_000 }),
        await agent.process('log', { session_id, limit: 1 }),
      ];
    },
    ([whole, tail]) => {
      const gaps = whole?.gaps as { from: number; to: number }[] | undefined;
      assert.ok(gaps?.[0] && gaps[0].to > gaps[0].from, JSON.stringify(gaps));
      says(tail?.output, 'last');
      assert.equal(tail?.gaps, undefined, 'where none are');
    },
  ),
  row(
    '`exit_code` is what the shell would show (128+n for a signal the command died of); `signal` names the signal',
    async (agent) => {
      const results = [];
      for (const command of ['kill -9 $$', 'kill -USR1 $$', 'exit 137'])
        results.push(await agent.process('poll', { session_id: await ended(agent, command) }));
      return results.map(({ exit_code, signal, completion_reason }) => [
        exit_code,
        signal,
        completion_reason,
      ]);
    },
    (ends) =>
      assert.deepEqual(ends, [
        [137, 'SIGKILL', 'exited'],
        [138, 'SIGUSR1', 'exited'],
        [137, null, 'exited'],
      ]),
  ),
  row(
    'Ended by our kill: `completion_reason: "killed"` with the exit code it really had',
    async (agent) => {
      const { session_id } = await agent.start('trap "exit 5" TERM; echo :; while :; do sleep 0.05; done');
      await agent.process('wait', { session_id, until: ':' });
      return agent.process('kill', { session_id });
    },
    ({ exit_code, signal, completion_reason, termination_source }) => {
      assert.deepEqual(
        [exit_code, signal, completion_reason, termination_source],
        [5, null, 'killed', 'process.kill'],
      );
    },
  ),
  row(
    '`termination_source`: `kill_all`',
    async (agent, scene) => {
      const session_id = await running(agent, 'true');
      const all = await scene.person.killAll({ session_key: agent.session ?? '' });
      return { all, polled: await agent.process('poll', { session_id }) };
    },
    ({ all, polled }) => {
      assert.equal(JSON.stringify(all).includes('1'), true, 'how many');
      assert.deepEqual([polled.completion_reason, polled.termination_source], ['killed', 'kill_all']);
    },
  ),
  row(
    'Output is valid UTF-8 with ANSI codes stripped',
    (agent) =>
      agent.terminal({
        command: 'printf "\\033[1;31mred\\033[0m \\377\\376 \\303\\251 \\033]0;title\\007end\\n"',
      }),
    ({ output }) => assert.equal(output, 'red \ufffd\ufffd é end\n'),
  ),
  row(
    'Shell start-up noise at the very beginning of output is dropped',
    async (agent) => [
      await agent.terminal({ command: 'echo "bash: no job control in this shell"; echo out' }),
      await agent.terminal({
        command:
          'echo "bash: cannot set terminal process group (12): Inappropriate ioctl for device"; echo out',
      }),
      await agent.terminal({
        command: 'echo "bash: [4711: 1 (255)] tcsetattr: Inappropriate ioctl for device"; echo out',
      }),
      await agent.terminal({ command: 'echo out; echo "bash: no job control in this shell"' }),
    ],
    ([noise, terminal, attributes, later]) => {
      assert.equal(noise?.output, 'out\n');
      assert.equal(terminal?.output, 'out\n');
      assert.equal(attributes?.output, 'out\n');
      assert.equal(later?.output, 'out\nbash: no job control in this shell\n');
    },
  ),
];

checkRows('The `process` tool: what it shows of output and end', rows, {
  config: { logLimitBytes: 128 * 1024, logHeadBytes: 8 * 1024 },
});
