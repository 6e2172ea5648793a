/** What an agent asks to be told of while a command runs, and what a start waits for. */
import assert from 'node:assert/strict';
import { until } from '../../cli/cli-home.ts';
import { refused } from './refused.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const rows: readonly Row[] = [
  row(
    '`notify_on: "failure"`: told of a bad end only, and never a task',
    async (agent, scene) => {
      const only = { notify_on_complete: true, notify_on: 'failure' };
      const good = await agent.start('true', only);
      const bad = await agent.start('exit 3', only);
      for (const { session_id } of [good, bad]) await scene.person.wait(session_id);
      await until(async () => (await scene.told(agent.session ?? '')).length > 0, 'the failure');
      return { bad, told: await scene.told(agent.session ?? '') };
    },
    ({ bad, told }) => {
      says(bad.output, 'Its end will be reported once, if it fails.');
      assert.deepEqual([bad.notify_on_complete, bad.notify_on], [true, 'failure']);
      assert.deepEqual(
        told.map(({ type }) => type),
        ['completion'],
      );
      says(told[0]?.text, 'exit code 3');
    },
  ),
  row(
    '`deadline`: told once if it still runs then, with its last line and progress; a hint that an earlier end is not',
    async (agent, scene) => {
      const started = await agent.start('echo 3/4; exec sleep 1000', { deadline: 1 });
      await until(async () => (await scene.told(agent.session ?? '')).length > 0, 'the deadline');
      const { status } = await scene.person.poll(started.session_id);
      return { started, told: await scene.told(agent.session ?? ''), status };
    },
    ({ started, told, status }) => {
      assert.equal(started.deadline, 1);
      assert.notEqual(started.delivery, 'none');
      says(started.output, 'If it still runs after 1 s, that is reported once.');
      says(started.hint, 'if it ends before its deadline');
      assert.deepEqual(
        told.map(({ type }) => type),
        ['still_running'],
      );
      says(told[0]?.text, 'is still running after', '| 3/4');
      assert.equal(status, 'running');
    },
  ),
  row(
    '`deadline` of a foreground command: not told when its end was shown',
    async (agent) => {
      const { exit_code } = await agent.terminal({ command: 'sleep 2', deadline: 1, timeout: 30 });
      return { exit_code, next: await agent.terminal({ command: 'true' }) };
    },
    ({ exit_code, next }) => {
      assert.equal(exit_code, 0);
      assert.deepEqual(next.notifications, []);
    },
  ),
  row(
    '`heartbeat`: told again and again while it runs; a hint that an earlier end is not',
    (agent) => agent.start('exec sleep 1000', { heartbeat: 60, quiet_after: 600 }),
    (started) => {
      assert.equal(started.heartbeat, 60);
      assert.notEqual(started.delivery, 'none');
      says(started.output, 'While it runs, that is reported every 60 s.');
      says(started.hint, 'if it ends before its first heartbeat and before it is silent for so long');
    },
  ),
  refused(
    '`heartbeat`: as seldom as a wake-up that repeats',
    { command: 'true', background: true, heartbeat: 59 },
    /"heartbeat" must be at least 60 seconds/,
  ),
  row(
    '`quiet_after`: told when it has printed nothing for so long; a hint that an earlier end is not',
    async (agent, scene) => {
      const started = await agent.start('echo begun; exec sleep 1000', { quiet_after: 1 });
      await until(async () => (await scene.told(agent.session ?? '')).length > 0, 'the silence');
      return { started, told: await scene.told(agent.session ?? '') };
    },
    ({ started, told }) => {
      assert.equal(started.quiet_after, 1);
      says(started.output, 'If it prints nothing for 1 s, that is reported.');
      says(started.hint, 'if it ends before it is silent for so long');
      assert.deepEqual(
        told.map(({ type }) => type),
        ['quiet'],
      );
      says(told[0]?.text, 'has printed nothing for', '| begun');
    },
  ),
  row(
    '`ready`: told once when it is, with where; `ready_at` and `ports` in poll and list; `wait` with `ready`',
    async (agent, scene) => {
      const listen =
        'exec node -e \'require("node:net").createServer().listen(0, "127.0.0.1", () => console.log("up"))\'';
      const started = await agent.start(listen, { ready: ':' });
      const id = started.session_id;
      const waited = await agent.process('wait', { session_id: id, ready: true });
      const polled = await agent.process('poll', { session_id: id });
      return { started, waited, polled, told: await scene.told(agent.session ?? '') };
    },
    ({ started, waited, polled, told }) => {
      assert.equal(started.ready, ':');
      assert.equal(started.hint, undefined);
      says(started.output, 'When it is ready, that is reported once.', 'only if it fails, or ends before');
      assert.equal(waited.status, 'ready');
      assert.match(String(waited.address), /^127\.0\.0\.1:\d+$/);
      assert.deepEqual([polled.ready_at, polled.ports], [waited.ready_at, [waited.address]]);
      assert.deepEqual(
        told.map(({ type }) => type),
        ['ready'],
      );
      says(told[0]?.text, 'is ready', `listens on ${waited.address}`);
    },
  ),
  row(
    '`ready` without `background`: ignored, and said so',
    (agent) => agent.terminal({ command: 'true', ready: ':3000' }),
    ({ exit_code, ignored }) => assert.deepEqual([exit_code, ignored], [0, ['ready']]),
  ),
  row(
    '`after`: it waits, begins when those ended well, and is told as never begun when they did not',
    async (agent, scene) => {
      const gate = await agent.start('read x; exit $x', { stdin: true, name: 'gate' });
      const waits = await agent.start('echo never', { after: ['gate'], notify_on_complete: true });
      const polled = await agent.process('poll', { session_id: waits.session_id });
      await agent.process('submit', { session_id: 'gate', data: '3' });
      await until(async () => (await scene.told(agent.session ?? '')).length > 0, 'its end');
      const told = await scene.told(agent.session ?? '');
      const good = await agent.start('true', { name: 'good', notify_on_complete: false });
      const ran = await agent.terminal({ command: 'echo ran', after: ['good'] });
      return { gate, waits, polled, told, good, ran };
    },
    ({ gate, waits, polled, told, ran }) => {
      assert.deepEqual([waits.status, waits.pid], ['queued', null]);
      says(
        waits.output,
        'Waiting in the background as',
        `it begins when ${gate.session_id} has ended with exit code 0`,
      );
      assert.deepEqual([polled.status, polled.waiting_for], ['queued', [gate.session_id]]);
      assert.deepEqual(
        told.map(({ type }) => type),
        ['completion'],
      );
      says(
        told[0]?.text,
        'never began, so it has no exit code',
        `| It never began: ${gate.session_id} (gate) ended with exit code 3.`,
      );
      assert.deepEqual([ran.output, ran.exit_code], ['ran\n', 0]);
    },
  ),
  refused(
    '`after`: only what exists can be waited for',
    { command: 'true', background: true, after: ['nobody'] },
    /There is no process named "nobody"/,
  ),
  refused(
    '`ready`: what can never hold',
    { command: 'true', background: true, ready: ':70000' },
    /names no port/,
  ),
  refused(
    '`quiet_after`: integer ≥ 1',
    { command: 'true', quiet_after: 0 },
    /"quiet_after" must be at least 1/,
  ),
  refused('`deadline`: integer ≥ 1', { command: 'true', deadline: 0 }, /"deadline" must be at least 1/),
];

checkRows('The `terminal` tool: news of a running command', rows, { config: { mcpWaitSeconds: 2 } });
