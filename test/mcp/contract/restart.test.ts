import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isAlive, until } from '../../cli/cli-home.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

/** The keeper is the command's parent. */
function keeperOf(pid: unknown): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function killKeeper(pid: unknown): Promise<void> {
  const keeper = keeperOf(pid);
  process.kill(keeper, 'SIGKILL');
  await until(() => !isAlive(keeper), 'the end of the keeper');
}

/** Everything that is done between two calls of the agent. */
const crash = (scene: Scene) => scene.home.killDaemon();

const rows: readonly Row[] = [
  row(
    'Everything running is taken over again with its output history and stdin',
    async (agent, scene) => {
      const started = await agent.start('echo before; cat', { stdin: true });
      const { session_id } = started;
      await agent.process('wait', { session_id, until: 'before' });
      await crash(scene);
      const polled = await agent.process('poll', { session_id });
      await agent.process('submit', { session_id, data: 'after' });
      await agent.process('close', { session_id });
      return { started, polled, end: await agent.process('wait', { session_id }) };
    },
    ({ started, polled, end }) => {
      assert.deepEqual([polled.status, polled.pid], ['running', started.pid]);
      assert.deepEqual([end.exit_code, end.output], [0, 'before\nafter\n']);
    },
  ),
  row(
    'and watches',
    async (agent, scene) => {
      const { session_id } = await agent.start('cat', { stdin: true, watch_patterns: ['READY'] });
      await crash(scene);
      await scene.person.submit(session_id, 'READY');
      await scene.person.close(session_id);
      await scene.ended(session_id);
      return agent.listen();
    },
    (heard) => {
      assert.equal(heard.length, 1);
      says(heard[0], '| READY');
    },
  ),
  row(
    'its notifications pending where they were',
    async (agent, scene) => {
      const { session_id } = await agent.start('exit 6', { notify_on_complete: true });
      await scene.ended(session_id);
      await crash(scene);
      await agent.listen();
      await agent.listen();
      return session_id;
    },
    (id, agent) => {
      assert.equal(agent.heard.length, 1);
      says(agent.heard[0], `${id} exited (exit code 6)`);
    },
  ),
  row(
    'what ended meanwhile has its real exit code, its whole output and its completion',
    async (agent, scene) => {
      const command = 'echo begun; sleep 0.3; seq 1 5000; exit 9';
      const { session_id, pid } = await agent.start(command, { notify_on_complete: true });
      await agent.process('wait', { session_id, until: 'begun' });
      await crash(scene);
      await until(() => !isAlive(Number(pid)), 'its end without a daemon');
      const heard = await agent.listen();
      return {
        heard,
        polled: await agent.process('poll', { session_id }),
        log: await agent.process('log', { session_id, limit: 1 }),
      };
    },
    ({ heard, polled, log }) => {
      assert.equal(heard.length, 1);
      says(heard[0], 'exit code 9');
      assert.deepEqual([polled.status, polled.exit_code], ['exited', 9]);
      assert.deepEqual([log.total_lines, log.output], [5_001, '5000\n']);
    },
  ),
  row(
    'Output printed meanwhile is scanned like any other',
    async (agent, scene) => {
      const { pid } = await agent.start('sleep 0.3; echo READY; exit', { watch_patterns: ['READY'] });
      await crash(scene);
      await until(() => !isAlive(Number(pid)), 'its end without a daemon');
      await until(async () => (await scene.told(agent.session ?? '')).length > 0, 'the match');
      return agent.listen();
    },
    (heard) => {
      assert.equal(heard.length, 1);
      says(heard[0], 'printed what you watch for', '| READY');
    },
  ),
  row(
    '`max_runtime`: the keeper itself ends the tree, daemon or no daemon',
    async (agent, scene) => {
      const { session_id, pid } = await agent.start('sleep 1000', { max_runtime: 1 });
      await crash(scene);
      await until(() => !isAlive(Number(pid)), 'its end without a daemon');
      return agent.process('poll', { session_id });
    },
    ({ exit_code, termination_source }) =>
      assert.deepEqual([exit_code, termination_source], [143, 'max_runtime']),
  ),
  row(
    'A session’s current folder and exports go on (kill -9 of the daemon between two calls)',
    async (agent, scene) => {
      await agent.terminal({ command: 'cd /usr && export COLOUR=blue' });
      await crash(scene);
      return agent.terminal({ command: 'echo "$PWD $COLOUR"' });
    },
    ({ output }) => assert.equal(output, '/usr blue\n'),
  ),
  row(
    'A call in flight goes on with the next daemon: nothing is started twice',
    async (agent, scene) => {
      const call = agent.terminal({ command: 'echo $$; sleep 1; echo done' });
      await until(async () => (await scene.person.health()).pid > 0, 'a daemon');
      await crash(scene);
      return call;
    },
    ({ output, exit_code }) => {
      assert.match(output, /^\d+\ndone\n$/);
      assert.equal(exit_code, 0);
    },
  ),
  row(
    'A wait in flight goes on with the next daemon',
    async (agent, scene) => {
      const { session_id } = await agent.start('read x; exit 4', { stdin: true });
      const waiting = agent.process('wait', { session_id });
      await crash(scene);
      await scene.person.submit(session_id, '');
      return waiting;
    },
    ({ status, exit_code }) => assert.deepEqual([status, exit_code], ['exited', 4]),
  ),
  row(
    'A task is answered whichever daemon, and whichever server, it was given by',
    async (_, scene) => {
      const given = { command: 'read x; exit 4', stdin: true, background: true, notify_on_complete: true };
      const before = scene.newTaskAgent();
      const { id } = await before.startTask(given);
      await before.end();
      await crash(scene);
      await scene.person.submit(id, '');
      await scene.ended(id);
      return scene.newTaskAgent().task(id);
    },
    ({ status, result }) => {
      assert.equal(status, 'completed');
      says(result?.structuredContent.notification, 'exit code 4');
    },
  ),
  row(
    'A keeper that was killed: alive is `detached` (status and kill, output up to then, `note`)',
    async (agent) => {
      const { session_id, pid } = await agent.start('echo before; exec sleep 1000');
      await agent.process('wait', { session_id, until: 'before' });
      await killKeeper(pid);
      await until(
        async () => (await agent.process('poll', { session_id })).detached === true,
        'that it is noticed',
      );
      const polled = await agent.process('poll', { session_id });
      const { processes } = await agent.process('list');
      const killed = await agent.process('kill', { session_id });
      return { pid, polled, listed: (processes as { detached?: boolean }[])[0], killed };
    },
    ({ pid, polled, listed, killed }) => {
      assert.deepEqual([polled.status, polled.output_preview], ['running', 'before\n']);
      assert.equal(typeof polled.note, 'string');
      assert.equal(listed?.detached, true);
      assert.equal(killed.exit_code, null, 'never invented');
      assert.ok(!isAlive(Number(pid)));
    },
  ),
  row(
    'gone is `lost`: lost because its backend disappeared, `exit_code` and `signal` null',
    async (agent, scene) => {
      const { session_id, pid } = await agent.start('echo before; exec sleep 1000', {
        notify_on_complete: true,
      });
      await scene.person.wait(session_id, { until: 'before' });
      await crash(scene);
      await killKeeper(pid);
      process.kill(Number(pid), 'SIGKILL');
      await until(() => !isAlive(Number(pid)), 'its end');
      await until(async () => (await scene.person.get(session_id)).status === 'lost', 'that it is noticed');
      const heard = await agent.listen();
      return { heard, polled: await agent.process('poll', { session_id }) };
    },
    ({ heard, polled }) => {
      const { status, exit_code, signal, completion_reason, termination_source } = polled;
      assert.deepEqual(
        [status, exit_code, signal, completion_reason, termination_source],
        ['lost', null, null, 'lost', 'backend_lost'],
      );
      assert.equal(heard.length, 1);
      says(heard[0], 'lost because its backend disappeared');
    },
  ),
  row(
    'Trap 14: two programs on one home do not overwrite each other’s state',
    async (agent, scene) => {
      const agents = [agent];
      for (let one = 0; one < 3; one += 1) agents.push(scene.newAgent(await scene.connect()));
      await crash(scene);
      const ringing = { notify_on_complete: true };
      const started = await Promise.all(
        agents.flatMap((one) => [one.start('exit 1', ringing), one.start('exit 2', ringing)]),
      );
      for (const { session_id } of started) await scene.ended(session_id);
      for (const one of agents) await one.listen();
      return agents.map(({ heard }) => heard.length);
    },
    (counts) => assert.deepEqual(counts, [2, 2, 2, 2]),
  ),
];

checkRows('After a restart', rows, { oneByOne: true });
