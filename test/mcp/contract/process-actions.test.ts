import assert from 'node:assert/strict';
import { defaultConfig } from '../../../src/base/config.ts';
import { ended, running } from './processes.ts';
import { errorOf, namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const rows: readonly Row[] = [
  row(
    '`wait`: `exited` (with `command, exit_code, completion_reason, termination_source, output` last 2,000 characters)',
    async (agent) => {
      const command = 'printf %03000d 7; exit 7';
      const { session_id } = await agent.start(command);
      return { command, result: await agent.process('wait', { session_id }) };
    },
    ({ command, result }) => {
      const { status, exit_code, completion_reason, termination_source } = result;
      assert.deepEqual(
        [status, exit_code, completion_reason, termination_source, result.command],
        ['exited', 7, 'exited', '', command],
      );
      assert.equal(result.output, '7'.padStart(2_000, '0'));
    },
  ),
  row(
    '`wait`: `matched` (the line that satisfied `until`)',
    async (agent) => {
      const { session_id } = await agent.start('cat', { stdin: true });
      const waiting = agent.process('wait', { session_id, until: '/port \\d+/' });
      await agent.process('submit', { session_id, data: 'no port yet' });
      await agent.process('submit', { session_id, data: 'now port 80 is open' });
      return waiting;
    },
    ({ status, line, process_running }) => {
      assert.deepEqual([status, line, process_running], ['matched', 'now port 80 is open', true]);
    },
  ),
  row(
    '`wait` with `until` of one that ends without it: `exited`',
    async (agent) => {
      const { session_id } = await agent.start('echo other');
      return agent.process('wait', { session_id, until: 'never' });
    },
    ({ status, exit_code }) => assert.deepEqual([status, exit_code], ['exited', 0]),
  ),
  row(
    '`wait`: `timeout` (`process_running: true`, a `timeout_note` that this is no error and whether a notification will come, last 1,000 characters)',
    async (agent) => {
      const { session_id: quiet } = await agent.start('printf %02000d 7; sleep 1000');
      const ringing = await running(agent, 'true', { notify_on_complete: true });
      const wait = (session_id: string) => agent.process('wait', { session_id, timeout: 1 });
      return Promise.all([wait(quiet), wait(ringing)]);
    },
    ([quiet, ringing]) => {
      for (const one of [quiet, ringing]) {
        assert.deepEqual([one?.status, one?.process_running, one?.error], ['timeout', true, undefined]);
        says(one?.timeout_note, 'not an error', 'still running');
      }
      says(quiet?.timeout_note, 'No notification of its end will come');
      says(ringing?.timeout_note, 'Its end will be reported');
      assert.equal(quiet?.output, '7'.padStart(1_000, '0'));
    },
  ),
  row(
    'A `timeout` above the configured limit (180; over MCP 50) is lowered to it, and `timeout_note` says so',
    async (agent) => agent.process('wait', { session_id: await running(agent, 'true'), timeout: 1_000_000 }),
    (result) => {
      assert.deepEqual([defaultConfig.waitLimitSeconds, defaultConfig.mcpWaitSeconds], [180, 50]);
      assert.equal(result.status, 'timeout');
      says(result.timeout_note, /^Waited 2 s/, '1000000 s was lowered');
    },
  ),
  row(
    '`kill`: `status: "killed"` with `session_id, completion_reason, termination_source, exit_code, output` and what was confirmed dead',
    async (agent) => {
      const session_id = await running(agent, 'echo out');
      return { session_id, result: await agent.process('kill', { session_id }) };
    },
    ({ session_id, result }) => {
      const { status, completion_reason, termination_source, exit_code, signal, output } = result;
      assert.deepEqual(
        [status, result.session_id, completion_reason, termination_source, exit_code, signal, output],
        ['killed', session_id, 'killed', 'process.kill', 143, 'SIGTERM', 'out\n:\n'],
      );
      assert.equal(result.killed, 1, 'confirmed dead');
      assert.equal(result.survivors, undefined);
    },
  ),
  row(
    '`kill`: or `already_exited` with the exit code',
    async (agent) => agent.process('kill', { session_id: await ended(agent, 'exit 8') }),
    ({ status, exit_code, error }) => {
      assert.deepEqual([status, exit_code, error], ['already_exited', 8, undefined]);
    },
  ),
  row(
    '`write`: raw text to stdin, no newline: `{status: "ok", bytes_written}`',
    async (agent) => {
      const { session_id } = await agent.start('head -c 5 | od -c | head -1', { stdin: true });
      const written = await agent.process('write', { session_id, data: 'aé\tb' });
      return { written, output: (await agent.process('wait', { session_id })).output };
    },
    ({ written, output }) => {
      assert.deepEqual(namesOf(written), ['bytes_written', 'status']);
      assert.deepEqual([written.status, written.bytes_written], ['ok', 5]);
      assert.match(output, /a 303 251\s+\\t\s+b/);
    },
  ),
  ...['write', 'submit', 'close'].map((action) =>
    row(
      `\`${action}\` without \`pty\` or \`stdin\`: an error that says how to start it`,
      async (agent) => agent.process(action, { session_id: await running(agent, 'true'), data: 'x' }),
      (result) => says(errorOf(result), 'stdin', 'pty'),
    ),
  ),
  row(
    '`submit`: the text plus Enter',
    async (agent) => {
      const outputs = [];
      for (const way of ['stdin', 'pty']) {
        const { session_id } = await agent.start('read -r line; echo "<$line>"', { [way]: true });
        await agent.process('submit', { session_id, data: 'yes' });
        outputs.push((await agent.process('wait', { session_id })).output);
      }
      return outputs;
    },
    ([pipe, terminal]) => {
      assert.equal(pipe, '<yes>\n');
      says(terminal, '<yes>');
    },
  ),
  row(
    '`close`: end of input (in a PTY: EOF), `{status: "ok", message}`',
    async (agent) => {
      const results = [];
      for (const way of ['stdin', 'pty']) {
        const { session_id } = await agent.start('echo go; cat; echo end', { [way]: true });
        await agent.process('wait', { session_id, until: 'go' });
        const closed = await agent.process('close', { session_id });
        results.push({ closed, end: await agent.process('wait', { session_id }) });
      }
      return results;
    },
    (results) => {
      for (const { closed, end } of results) {
        assert.deepEqual(namesOf(closed), ['message', 'status']);
        assert.equal(closed.status, 'ok');
        says(end.output, 'end');
        assert.equal(end.exit_code, 0);
      }
    },
  ),
  row(
    '`notify`: sets `notify_on_complete` on a running process',
    async (agent, scene) => {
      const { session_id } = await agent.start('read x', { stdin: true });
      const set = await agent.process('notify', { session_id, notify_on_complete: true });
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      return { set, heard: await agent.listen() };
    },
    ({ set, heard }) => {
      assert.equal(set.notify_on_complete, true);
      assert.equal(heard.length, 1);
    },
  ),
  row(
    '`notify`: or `watch_patterns`, for what is printed from then on',
    async (agent, scene) => {
      const { session_id } = await agent.start('echo READY; cat', { stdin: true });
      await agent.process('wait', { session_id, until: 'READY' });
      const set = await agent.process('notify', { session_id, watch_patterns: ['READY'] });
      await scene.person.submit(session_id, 'READY again');
      await scene.person.close(session_id);
      await scene.ended(session_id);
      return { set, heard: await agent.listen() };
    },
    ({ set, heard }) => {
      assert.deepEqual(set.watch_patterns, ['READY']);
      assert.equal(heard.length, 1);
      says(heard[0], '| READY again');
    },
  ),
  row(
    '`notify` takes a wish back, and says that nothing will come',
    async (agent, scene) => {
      const { session_id } = await agent.start('read x', { stdin: true, notify_on_complete: true });
      const set = await agent.process('notify', { session_id, notify_on_complete: false });
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      return { set, heard: await agent.listen() };
    },
    ({ set, heard }) => {
      assert.deepEqual([set.notify_on_complete, set.delivery], [false, 'none']);
      assert.deepEqual(heard, []);
    },
  ),
  row(
    '`notify` without a wish is an error that names them',
    async (agent) => agent.process('notify', { session_id: await running(agent, 'true') }),
    (result) => says(errorOf(result), 'notify_on_complete', 'watch_patterns'),
  ),
  ...['write', 'submit', 'close', 'notify'].map((action) =>
    row(
      `\`${action}\` on an ended process: \`{status: "already_exited", error}\``,
      async (agent) => {
        const session_id = await ended(agent, 'true', { stdin: true });
        return agent.process(action, { session_id, data: 'x', notify_on_complete: true });
      },
      (result) => {
        assert.deepEqual(namesOf(result), ['error', 'status']);
        assert.equal(result.status, 'already_exited');
        says(errorOf(result), 'has ended');
      },
    ),
  ),
];

checkRows('The `process` tool: what it does', rows, { config: { mcpWaitSeconds: 2 } });
