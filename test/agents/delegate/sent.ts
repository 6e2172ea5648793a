/** What every other agent does as a delegate by way of a real daemon, from sending it to what is told of it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { WireDelegationTask } from '../../../src/wire/delegation.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import type { Turn } from '../../testbed/model/script.ts';
import { type AgentUnderTest, GOAL, prepare, processesOf } from './agent-under-test.ts';

export function describeSent(name: string, agent: AgentUnderTest): void {
  describe(`${name}, sent as a delegate`, { skip: agent.skip }, () => {
    test('is told of once, with its result', async (t) => {
      const { sent, folder } = await send(t, agent, [[agent.shell('touch built')], 'All is built.']);
      const { status, result, api_calls, model } = await sent.ended();
      assert.deepEqual([status, result], ['completed', 'All is built.']);
      assert.deepEqual([api_calls, model], [agent.figures.apiCalls, agent.figures.model]);
      assert.ok(existsSync(join(folder.work, 'built')));
      await sent.isToldOnce();
      await until(() => processesOf(folder).length === 0, 'the end of all of it');
    });

    test('is interrupted, and nothing of it stays', async (t) => {
      const turns = [{ pieces: ['I begin.'], calls: [agent.shell('touch began; tail -f /dev/null')] }];
      const { sent, folder } = await send(t, agent, turns);
      await until(() => existsSync(join(folder.work, 'began')), 'the command');
      await sent.interrupt();
      const { status, result } = await sent.ended();
      assert.deepEqual([status, result], ['interrupted', 'I begin.']);
      await sent.isToldOnce();
      await until(() => processesOf(folder).length === 0, 'the end of all of it');
    });

    test('goes with its delegate when that is killed', async (t) => {
      const { sent, folder } = await send(t, agent, [[agent.shell('touch began; tail -f /dev/null')]]);
      await until(() => existsSync(join(folder.work, 'began')), 'the command');
      await sent.kill();
      assert.equal((await sent.ended()).status, 'unknown');
      await sent.isToldOnce();
      await until(() => processesOf(folder).length === 0, 'the end of all of it');
    });
  });
}

async function send(t: TestContext, agent: AgentUnderTest, turns: readonly Turn[]) {
  const { env, folder, undo } = await prepare(t, agent, turns);
  const home = new CliHome(undo);
  const { delegations, notifications } = home.client();
  const session_key = 'test:sender';
  const request = { session_key, goal: GOAL, to: agent.to, env, workdir: folder.work };
  const { delegation_id: id, tasks } = await delegations.send(request);
  const look = async (): Promise<WireDelegationTask> => {
    const [task] = (await delegations.get(id)).tasks;
    assert.ok(task);
    return task;
  };
  const sent = {
    async ended(): Promise<WireDelegationTask> {
      await until(async () => (await look()).state === 'ended', 'its end');
      return look();
    },
    interrupt: () => delegations.interrupt(id),
    async kill(): Promise<void> {
      const { pid } = await home.client().get(String(tasks[0]?.session_id));
      process.kill(Number(pid), 'SIGKILL');
    },
    async isToldOnce(): Promise<void> {
      const told = await notifications.history({ session_key });
      assert.deepEqual(
        told.map(({ type }) => type),
        ['async_delegation'],
      );
    },
  };
  return { sent, folder };
}
