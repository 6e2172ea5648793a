import { join } from 'node:path';
import { claudeCode, claudeVariables } from '../../test/testbed/claude-code.ts';
import { keptFolder } from '../../test/testbed/install.ts';
import type { Model } from '../../test/testbed/model.ts';
import { notOnPath } from '../../test/testbed/not-installed.ts';
import type { Shown } from './shown.ts';

export type OtherAgent = {
  readonly to: 'claude-code' | 'own';
  /** As a sentence names it. */
  readonly name: string;
  /** Its tool for commands. */
  readonly shell: string;
};

/** Claude Code, where it is installed: with a home of its own, and the stand-in for its model. Else our own agent. */
export function findOtherAgent(shown: Shown, model: Model): OtherAgent {
  const path = `${shown.env.PATH}:${join(keptFolder(claudeCode), 'node_modules/.bin')}`;
  if (notOnPath(path, ['claude']))
    return {
      to: 'own',
      name: 'a third, for Claude Code is not installed',
      shell: 'terminal',
    };
  // A person's own settings would lead elsewhere.
  for (const name of Object.keys(shown.env)) if (/^(ANTHROPIC|CLAUDE)/.test(name)) delete shown.env[name];
  const folder = shown.addFolder('c');
  Object.assign(shown.env, claudeVariables(model), {
    HOME: folder,
    TMPDIR: folder,
    CLAUDE_CODE_TMPDIR: folder,
    PATH: path,
    NO_PROXY: '127.0.0.1',
  });
  return { to: 'claude-code', name: 'Claude Code', shell: 'Bash' };
}
