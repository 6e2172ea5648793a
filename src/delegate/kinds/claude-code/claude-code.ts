import { installHint } from '../../../base/agent-programs.ts';
import type { Report, Runner, Situation } from '../../runner.ts';
import { taskText } from '../task-text.ts';
import { withChild } from '../with-child.ts';
import { Session } from './session.ts';

/** Set by a Claude Code for what it starts: ours would take itself for a part of it. */
const OF_ANOTHER = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
];

/** `claude -p`, spoken to over its stdin and stdout. */
export const claudeCode: Runner = { kind: 'claude-code', canSteer: true, run };

function run(situation: Situation): Promise<Report> {
  const { assignment, env } = situation;
  return withChild(
    situation,
    () => ({
      args: ['claude', ...options(assignment.model)],
      folder: assignment.workdir,
      env: {
        // Its first turn is the only one: it waits for its MCP servers, as long as it waits for such things.
        MCP_CONNECTION_NONBLOCKING: 'false',
        ...Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ANOTHER.includes(name))),
      },
      hint: installHint('claude-code'),
    }),
    (child) => new Session(child, situation).work(taskText(assignment)),
  );
}

function options(model: string | undefined): readonly string[] {
  return [
    '-p',
    ...['--input-format', 'stream-json'],
    ...['--output-format', 'stream-json'],
    '--verbose',
    // Tokens are a sign of life.
    '--include-partial-messages',
    // Says when it takes up a message.
    '--replay-user-messages',
    ...['--permission-mode', 'default'],
    ...['--permission-prompt-tool', 'stdio'],
    // Nobody is there.
    ...['--disallowedTools', 'AskUserQuestion'],
    ...(model === undefined ? [] : ['--model', model.replace(/^anthropic\//, '')]),
  ];
}
