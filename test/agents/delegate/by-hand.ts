/** What every other agent does as a delegate: its runner with the real program, and a situation made by hand. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Permission } from '../../../src/delegate/runner.ts';
import { CliHome, isAlive, until } from '../../cli/cli-home.ts';
import { RunByHand } from '../../delegate/by-hand.ts';
import type { AgentFolder, McpServer } from '../../testbed/agent-folder.ts';
import type { Turn } from '../../testbed/model/script.ts';
import type { Model } from '../../testbed/model.ts';
import { type AgentUnderTest, childrenOf, GOAL, prepare } from './agent-under-test.ts';

export function describeByHand(name: string, agent: AgentUnderTest): void {
  describe(`${name} as a delegate`, { skip: agent.skip }, () => {
    test('completes its task with a call, and says what it took', async (t) => {
      const command = 'echo built >built.txt; cat built.txt';
      const { run, model } = await start(t, agent, [[agent.shell(command)], 'All is built.']);
      const { cost: _, ...report } = await run.report;
      assert.deepEqual(report, { status: 'completed', result: 'All is built.', ...agent.figures });
      assert.deepEqual(run.calls, [{ tool: agent.shellName, about: command, isError: false }]);
      assert.deepEqual(run.texts, ['All is built.']);
      assert.deepEqual(
        run.asked.map(({ tool }) => tool),
        run.asked.map(() => 'terminal'),
      );
      const [first, second] = model.requests;
      assert.match(
        JSON.stringify(first?.news),
        /nobody can answer a question.*Build it the old way.*Mind the gap/s,
      );
      assert.match(JSON.stringify(second?.news), /built/);
    });

    test('is refused what our rules forbid, and told why', async (t) => {
      const mayCall = (): Permission => ({ allow: false, reason: 'The person forbids this.' });
      const turns = [...agent.forbidden.map((call) => [call]), 'I may not.'];
      const { run, model, folder } = await start(t, agent, turns, { mayCall });
      assert.equal((await run.report).result, 'I may not.');
      for (const wanted of agent.askedForThem(folder))
        assert.ok(
          run.asked.some((one) => JSON.stringify(one) === JSON.stringify(wanted)),
          JSON.stringify(run.asked),
        );
      assert.ok(run.calls.every(({ isError }) => isError === true));
      assert.match(JSON.stringify(model.requests.at(-1)?.said), /The person forbids this/);
      assert.deepEqual(readdirSync(folder.work), []);
    });

    test('is told more while it works', async (t) => {
      const turns = [[agent.shell('until [ -e go ]; do :; done')], 'To the left, then.'];
      const { run, model, folder } = await start(t, agent, turns);
      await until(() => run.calls.length === 1, 'the call');
      run.steer('Turn to the left');
      // It has no way to say that it has got it: the next request has it.
      folder.write('work/go', '');
      await run.report;
      assert.match(JSON.stringify(model.requests.at(-1)?.news), /Turn to the left/);
    });

    test('that fails says why', async (t) => {
      const refusal = {
        status: 400,
        error: { type: 'error', error: { type: 'invalid_request_error', message: 'nothing but nonsense' } },
      };
      const { run } = await start(
        t,
        agent,
        Array.from({ length: 20 }, () => refusal),
      );
      const { status, error } = await run.report;
      assert.equal(status, 'failed');
      assert.match(error ?? '', /nothing but nonsense/);
    });

    test('whose model hangs is stopped, and hands back what it has', async (t) => {
      const { run } = await start(t, agent, [
        [agent.shell('echo hello')],
        { begins: 'Half a ', ends: 'never' },
      ]);
      await until(() => run.calls[0]?.isError === false, 'the call');
      await until(() => run.seen.at(-1)?.kind === 'alive', 'the beginning of an answer');
      const began = performance.now();
      run.stop();
      assert.equal((await run.report).status, 'interrupted');
      t.diagnostic(`${Math.round(performance.now() - began)} ms until it had stopped`);
      assert.ok(performance.now() - began < 8_000, 'in time');
    });

    test('whose command hangs is stopped with it', async (t) => {
      const { run, folder } = await start(t, agent, [
        [agent.shell('echo $$ >pid; tail -f /dev/null')],
        'Never.',
      ]);
      const file = join(folder.work, 'pid');
      await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'the command');
      const pid = Number(readFileSync(file, 'utf8'));
      run.stop();
      assert.equal((await run.report).status, 'interrupted');
      await until(() => !isAlive(pid), 'the end of the command');
    });

    test('that is killed is an error with what it had said', async (t) => {
      const { run, folder } = await start(t, agent, [
        { pieces: ['I begin.'], calls: [agent.shell('tail -f /dev/null')] },
      ]);
      await until(() => run.calls.length === 1, 'the call');
      for (const pid of childrenOf(process.pid, folder)) process.kill(pid, 'SIGKILL');
      const { status, result, error } = await run.report;
      assert.equal(status, 'error');
      assert.equal(result, 'I begin.');
      assert.match(error ?? '', /was ended by SIGKILL, without a result/);
    });

    test('that is not logged in, or not installed, says what to do', async (t) => {
      const { env, error } = agent.loggedOut;
      const { run, folder } = await start(t, agent, [], { env });
      const report = await run.report;
      assert.equal(report.status, 'error');
      assert.match(report.error ?? '', error);
      const missing = await new RunByHand(agent.runner, folder, {
        goal: GOAL,
        env: { PATH: '/usr/bin:/bin' },
      }).report;
      assert.equal(missing.status, 'error');
      assert.match(missing.error ?? '', /is not installed.* npm install -g/);
    });
  });
}

export async function start(
  t: TestContext,
  agent: AgentUnderTest,
  turns: readonly Turn[],
  options: {
    readonly mayCall?: () => Permission;
    readonly env?: (folder: AgentFolder) => Readonly<Record<string, string>>;
  } = {},
) {
  const { model, folder, ...prepared } = await prepare(t, agent, turns);
  const env = { ...prepared.env, ...options.env?.(folder) };
  const run = new RunByHand(agent.runner, folder, { goal: GOAL, context: 'Mind the gap.', ...options, env });
  return { run, model, folder };
}

/** Ringback's own tools in another agent: our rules see them as ours. */
export async function refusesOurTerminal(
  t: TestContext,
  agent: AgentUnderTest,
  install: (folder: AgentFolder, model: Model, server: McpServer) => void,
): Promise<void> {
  const home = new CliHome((clean) => t.after(clean));
  const command = join(import.meta.dirname, '../../../bin/ringback');
  const server = { command, args: ['mcp'], env: { RINGBACK_HOME: home.folder } };
  const withServer: AgentUnderTest = {
    ...agent,
    async prepare(folder, model) {
      const env = await agent.prepare(folder, model);
      install(folder, model, server);
      return env;
    },
  };
  const input = { command: 'touch forbidden' };
  const mayCall = (): Permission => ({ allow: false, reason: 'The person forbids this.' });
  const turns = [[{ tool: 'terminal', input }], 'I may not.'];
  const { run, folder } = await start(t, withServer, turns, { mayCall });
  assert.equal((await run.report).result, 'I may not.');
  assert.deepEqual(run.asked[0], { tool: 'terminal', input });
  assert.deepEqual(readdirSync(folder.work), []);
}
