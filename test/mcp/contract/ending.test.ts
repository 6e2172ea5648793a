import assert from 'node:assert/strict';
import { defaultConfig } from '../../../src/base/config.ts';
import { isAlive, until } from '../../cli/cli-home.ts';
import type { Agent } from './agent.ts';
import { checkRows, type Row, row } from './rows.ts';

/** Starts it and waits for the pids that it prints, one to a line, and a line `:`. */
async function tree(agent: Agent, command: string): Promise<{ session_id: string; pids: number[] }> {
  const { session_id } = await agent.start(command);
  await agent.process('wait', { session_id, until: '/^:$/' });
  const { output } = await agent.process('log', { session_id });
  return { session_id, pids: output.split('\n').map(Number).filter(Boolean) };
}

const rows: readonly Row[] = [
  row(
    'The tree is everything descended from the command, wherever it went (trap 15: kill reaches only the wrapper)',
    async (agent) => {
      const started = await tree(
        agent,
        'sleep 1000 & echo $!; setsid sleep 1000 & echo $!; (setsid sh -c "(sleep 1000 & echo \\$!)"); nohup sleep 1000 >/dev/null & echo $!; sleep 0.1; echo :; wait',
      );
      return { ...started, result: await agent.process('kill', { session_id: started.session_id }) };
    },
    ({ pids, result }) => {
      assert.equal(pids.length, 4);
      for (const pid of pids) assert.ok(!isAlive(pid), `${pid}`);
      assert.equal(result.status, 'killed');
      assert.equal(result.survivors, undefined);
      assert.equal(result.killed, 5);
    },
  ),
  row(
    'SIGTERM; after a grace SIGKILL to whatever is left; then looked at again',
    async (agent) => {
      const { session_id, pids } = await tree(
        agent,
        '(trap "" TERM; echo $BASHPID; while :; do sleep 0.1; done) & sleep 0.2; echo :; wait',
      );
      return { pids, result: await agent.process('kill', { session_id }) };
    },
    ({ pids, result }) => {
      assert.equal(defaultConfig.killGraceMs, 2_000);
      for (const pid of pids) assert.ok(!isAlive(pid));
      assert.deepEqual([result.status, result.survivors], ['killed', undefined]);
    },
  ),
  row(
    'What is left of a command that has ended is ended too, and its exit code stays what it was',
    async (agent) => {
      const { session_id } = await agent.start('sleep 1000 & echo $!; exit 3');
      await agent.process('wait', { session_id });
      const polled = await agent.process('poll', { session_id });
      const pid = Number((await agent.process('log', { session_id })).output);
      const alive = isAlive(pid);
      return { pid, alive, polled, result: await agent.process('kill', { session_id }) };
    },
    ({ pid, alive, polled, result }) => {
      assert.deepEqual([alive, polled.descendants, polled.exit_code], [true, 1, 3]);
      assert.ok(!isAlive(pid));
      assert.deepEqual([result.exit_code, result.completion_reason], [3, 'exited']);
    },
  ),
  row(
    'Kill all returns how many were ended',
    async (agent, scene) => {
      for (let one = 0; one < 3; one += 1) await agent.start('sleep 1000');
      return scene.person.killAll({ session_key: agent.session ?? '' });
    },
    (result) => assert.equal(Object.values(result).includes(3), true, JSON.stringify(result)),
  ),
  row(
    'At most 64 ended ones (running ones are never pruned); never while a notification about them is pending or a task answer is still owed',
    async (agent, scene) => {
      const running = await agent.start('sleep 1000');
      const pending = await agent.start('true', { notify_on_complete: true });
      const given = { command: 'true', background: true, notify_on_complete: true };
      const owed = await scene.newTaskAgent().startTask(given);
      for (const id of [pending.session_id, owed.id]) await scene.ended(id);
      const other = scene.newAgent();
      const ended: string[] = [];
      for (let one = 0; one < 6; one += 1) {
        const { session_id } = await other.start('true');
        await scene.ended(session_id);
        ended.push(session_id);
      }
      const left = async () => (await scene.home.list()).map(({ session_id }) => session_id);
      await until(async () => !(await left()).includes(ended[0] ?? ''), 'the first to be forgotten');
      return { kept: [running.session_id, pending.session_id, owed.id, ended.at(-1)], left: await left() };
    },
    ({ kept, left }) => {
      const { endedProcesses, retentionMs, endedProtectionMs } = defaultConfig;
      assert.deepEqual([endedProcesses, retentionMs, endedProtectionMs], [64, 30 * 60_000, 5 * 60_000]);
      const { homeLogBytes, staleAfterMs } = defaultConfig;
      assert.deepEqual([homeLogBytes, staleAfterMs], [4 * 1024 ** 3, 24 * 3_600_000]);
      assert.deepEqual(
        kept.filter((id) => !left.some((one) => one === id)),
        [],
      );
    },
  ),
];

checkRows('Ending a process', rows, {
  config: { killGraceMs: 300, endedProcesses: 3, endedProtectionMs: 0 },
  oneByOne: true,
});
