/** Agents that work as delegates on another machine: a real sshd, where their programs are installed, and a real daemon. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { agentPrograms } from '../../src/base/agent-programs.ts';
import { quoteWord } from '../../src/base/quote-word.ts';
import { until } from '../cli/cli-home.ts';
import { claudeCode, claudeVariables } from '../testbed/claude-code.ts';
import { headlessAgents } from '../testbed/delegates.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import type { Turn } from '../testbed/model/script.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { processesOf } from './delegate/agent-under-test.ts';
import { type SentAgent, send } from './delegate/sent.ts';

const claude: SentAgent = {
  skip: await whatIsMissing(claudeCode),
  to: 'claude-code',
  async prepare({ env }, model) {
    const programs = join(await installTool(claudeCode), 'node_modules/.bin');
    return { ...claudeVariables(model), PATH: `${programs}:${env.PATH}` };
  },
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'works' } }),
  figures: { apiCalls: 2, model: 'claude-opus-5-5' },
};

const others: SentAgent[] = [];
for (const agent of headlessAgents)
  others.push({
    skip: await whatIsMissing(agent.package),
    to: agent.to,
    async prepare(folder, model) {
      const programs = join(await installTool(agent.package), 'node_modules/.bin');
      return { ...agent.configure(folder, model), PATH: `${programs}:${folder.env.PATH}` };
    },
    shell: (command) => ({ tool: agent.shell, input: { command, description: 'works' } }),
    figures: { apiCalls: 2, model: agent.model },
  });

/** Sent to a machine where its program is installed, unless it `isMissing`, and knows its own variables. */
function sendThere(
  t: TestContext,
  agent: SentAgent,
  turns: readonly Turn[],
  config: object = {},
  isMissing = false,
) {
  return send(t, agent, turns, async ({ env, undo, folder }) => {
    const server = await startSshd({ after: undo });
    const program = agentPrograms.find(({ kind }) => kind === agent.to)?.program ?? '';
    const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoteWord(value)}`);
    const bin = join(server.home, '.local/bin');
    mkdirSync(bin, { recursive: true });
    if (!isMissing)
      writeFileSync(join(bin, program), `#!/bin/sh\n${variables.join('\n')}\nexec ${program} "$@"\n`, {
        mode: 0o755,
      });
    // Where what it has used is looked for.
    symlinkSync(join(folder.home, '.gemini'), join(server.home, '.gemini'));
    const there = { type: 'ssh', host: server.host, config: server.config };
    const { PATH = '' } = process.env;
    return { environment: 'there', config: { ...config, environments: { there } }, env: { PATH } };
  });
}

for (const agent of [claude, ...others])
  describe(`${agent.to} as a delegate on another machine`, { skip: sshdIsMissing || agent.skip }, () => {
    test('does its task there, as the rules allow', async (t) => {
      const turns = [[agent.shell('touch forbidden')], [agent.shell('touch built')], 'All is built.'];
      const config = { agentDeny: ['terminal(there: touch forbidden*)'] };
      const { sent, folder, home, model } = await sendThere(t, agent, turns, config);
      const task = await sent.ended();
      assert.deepEqual([task.status, task.result], ['completed', 'All is built.'], task.error);
      assert.deepEqual([task.api_calls, task.model], [3, agent.figures.model]);
      assert.ok(existsSync(join(folder.work, 'built')));
      assert.ok(!existsSync(join(folder.work, 'forbidden')), JSON.stringify(model.requests.at(-1)?.said));
      await sent.isToldOnce();
      const there = (await home.list()).filter(({ environment }) => environment === 'there');
      assert.ok(there.length > 0 && there.every(({ status }) => status === 'exited'));
      await until(() => processesOf(folder).length === 0, 'the end of all of it');
    });
  });

describe('a delegate on another machine', { skip: sshdIsMissing || others.at(-1)?.skip || false }, () => {
  const pi = others.at(-1) ?? claude;
  const turns = [{ pieces: ['I begin.'], calls: [pi.shell('touch began; tail -f /dev/null')] }];

  test('is interrupted, and nothing of it stays there', async (t) => {
    const { sent, folder } = await sendThere(t, pi, turns);
    await until(() => existsSync(join(folder.work, 'began')), 'the command');
    await sent.interrupt();
    const { status, result } = await sent.ended();
    assert.deepEqual([status, result], ['interrupted', 'I begin.']);
    await until(() => processesOf(folder).length === 0, 'the end of all of it');
  });

  test('takes its agent along when it is killed', async (t) => {
    const { sent, folder } = await sendThere(t, pi, turns);
    await until(() => existsSync(join(folder.work, 'began')), 'the command');
    await sent.kill();
    assert.equal((await sent.ended()).status, 'unknown');
    await sent.isToldOnce();
    await until(() => processesOf(folder).length === 0, 'the end of all of it');
  });

  test('says what to install where its program is missing', async (t) => {
    const { sent, home } = await sendThere(t, pi, [], {}, true);
    const { status, error } = await sent.ended();
    assert.equal(status, 'error');
    assert.match(error ?? '', /There is no pi in there\. Install it there: npm install -g/);
    assert.match(await home.ok('env', 'test', 'there'), /^ok {4}agents .*none/m);
  });
});
