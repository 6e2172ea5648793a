import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { claudeCode as runner } from '../../src/delegate/kinds/claude-code/claude-code.ts';
import { until } from '../cli/cli-home.ts';
import { claudeCode, claudeVariables } from '../testbed/claude-code.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import type { AgentUnderTest } from './delegate/agent-under-test.ts';
import { describeByHand, refusesOurTerminal, start } from './delegate/by-hand.ts';
import { describeSent } from './delegate/sent.ts';

const skip = await whatIsMissing(claudeCode);

const agent: AgentUnderTest = {
  skip,
  runner,
  to: 'claude-code',
  async prepare({ env }, model) {
    const program = join(await installTool(claudeCode), 'node_modules/.bin');
    return { ...claudeVariables(model), PATH: `${program}:${env.PATH}` };
  },
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'works' } }),
  shellName: 'Bash',
  forbidden: [
    { tool: 'Bash', input: { command: 'ls', description: 'looks' } },
    { tool: 'Write', input: { file_path: '/tmp/forbidden.txt', content: '' } },
  ],
  askedForThem: ({ work }) => [
    { tool: 'terminal', input: { command: 'ls', workdir: work } },
    { tool: 'edit', input: { path: '/tmp/forbidden.txt' } },
  ],
  figures: { apiCalls: 2, inputTokens: 20, outputTokens: 10, model: 'claude-opus-5-5' },
  loggedOut: { env: () => ({ ANTHROPIC_API_KEY: '' }), error: /not logged in.*ANTHROPIC_API_KEY/ },
};

describeByHand('Claude Code', agent);
describeSent('Claude Code', agent);

test('Claude Code as a delegate hears of what it has left in the background', { skip }, async (t) => {
  const input = { command: 'until [ -e go ]; do :; done', description: 'waits', run_in_background: true };
  const { run, folder } = await start(t, agent, [[{ tool: 'Bash', input }], 'It runs.', 'It has ended.']);
  await until(() => run.texts.includes('It runs.'), 'the end of its first turn');
  folder.write('work/go', '');
  const { status, result } = await run.report;
  assert.deepEqual([status, result], ['completed', 'It has ended.']);
});

test('Claude Code as a delegate asks before a call of our own tools', { skip }, (t) =>
  refusesOurTerminal(t, agent, (folder, _, server) => {
    folder.write('home/.claude.json', { mcpServers: { ringback: { type: 'stdio', ...server } } });
  }),
);
