import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codex as runner } from '../../src/delegate/kinds/codex/codex.ts';
import { isAlive, until } from '../cli/cli-home.ts';
import { codex, config, modelConfig } from '../testbed/codex.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import type { AgentUnderTest } from './delegate/agent-under-test.ts';
import { describeByHand, refusesOurTerminal, start } from './delegate/by-hand.ts';
import { describeSent } from './delegate/sent.ts';

const skip = await whatIsMissing(codex);

const shell = (cmd: string) => ({ tool: 'exec_command', input: { cmd } });
const patch = ['*** Begin Patch', '*** Add File: forbidden.txt', '+no', '*** End Patch'].join('\n');

const agent: AgentUnderTest = {
  skip,
  runner,
  to: 'codex',
  async prepare(folder, model) {
    folder.write('home/.codex/config.toml', modelConfig(model));
    // Of somebody who has set up nothing.
    folder.write('home/nothing/config.toml', '');
    return { PATH: `${join(await installTool(codex), 'node_modules/.bin')}:${folder.env.PATH}` };
  },
  shell,
  shellName: 'terminal',
  forbidden: [shell('ls'), shell(`apply_patch <<'EOF'\n${patch}\nEOF`)],
  askedForThem: ({ work }) => [
    { tool: 'terminal', input: { command: 'ls', workdir: work } },
    { tool: 'edit', input: { path: join(work, 'forbidden.txt') } },
  ],
  figures: { apiCalls: 2, inputTokens: 20, outputTokens: 10, model: 'stand-in' },
  loggedOut: {
    env: ({ home }) => ({ CODEX_HOME: join(home, 'nothing') }),
    error: /not logged in.*codex login/,
  },
};

describeByHand('Codex', agent);
describeSent('Codex', agent);

test('what Codex leaves running as a delegate is ended with it, and named', { skip }, async (t) => {
  const cmd = 'echo $$ >pid; tail -f /dev/null';
  const input = { cmd, yield_time_ms: 250 };
  const { run, folder } = await start(t, agent, [[{ tool: 'exec_command', input }], 'It runs.']);
  const { status, result, error } = await run.report;
  assert.deepEqual([status, result], ['completed', 'It runs.']);
  assert.ok(error?.includes(cmd), error);
  const pid = Number(readFileSync(join(folder.work, 'pid'), 'utf8'));
  await until(() => !isAlive(pid), 'its end');
});

test('Codex as a delegate asks before a call of our own tools', { skip }, (t) =>
  refusesOurTerminal(t, agent, (folder, model, server) => {
    folder.write('home/.codex/config.toml', config(model, server));
  }),
);
