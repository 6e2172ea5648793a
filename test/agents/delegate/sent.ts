/** What every other agent does as a delegate by way of a real daemon, from sending it to what is told of it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Report } from '../../../src/delegate/runner.ts';
import type { WireDelegationTask } from '../../../src/wire/delegation.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import type { Turn } from '../../testbed/model/script.ts';
import { type AgentUnderTest, GOAL, prepare, processesOf } from './agent-under-test.ts';

/** What is needed of an agent to send it. */
export type SentAgent = Pick<AgentUnderTest, 'skip' | 'to' | 'prepare' | 'shell'> & {
  readonly figures: Pick<Report, 'apiCalls' | 'model'>;
};

/** Where else it is to work: the environment, the configuration that has it, and the variables of who sends it. */
export type Elsewhere = {
  readonly environment: string;
  readonly config: object;
  readonly env: Readonly<Record<string, string>>;
};

export function describeSent(name: string, agent: SentAgent): void {
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

/** `leadElsewhere`: makes another environment, where the agent is set up with these variables. */
export async function send(
  t: TestContext,
  agent: SentAgent,
  turns: readonly Turn[],
  leadElsewhere?: (prepared: Awaited<ReturnType<typeof prepare>>) => Promise<Elsewhere>,
) {
  const prepared = await prepare(t, agent, turns);
  const { folder, undo, model } = prepared;
  const { config, ...place } = (await leadElsewhere?.(prepared)) ?? { env: prepared.env, config: {} };
  const home = new CliHome(undo, config);
  const { delegations, notifications } = home.client();
  const session_key = 'test:sender';
  const request = { session_key, goal: GOAL, to: agent.to, ...place, workdir: folder.work };
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
  return { sent, folder, model, home };
}
