import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AgentFolder } from '../testbed/agent-folder.ts';
import { codex } from '../testbed/codex.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { opencode } from '../testbed/opencode.ts';

const launcher = join(import.meta.dirname, '../../bin/ringback');

/** What each client says of its own accord about the entry that `ringback mcp install` wrote. */
const agents = [
  {
    name: 'claude-code',
    spec: '@anthropic-ai/claude-code@2.1.325',
    program: 'claude',
    says: /ringback: .*Connected/,
  },
  { name: 'codex', spec: codex, program: 'codex', says: /^ringback .*enabled/m },
  { name: 'opencode', spec: opencode, program: 'opencode', says: /✓ ringback .*connected/ },
  { name: 'gemini', spec: '@google/gemini-cli@0.61.0', program: 'gemini', says: /✓ ringback: .*Connected/ },
];

for (const { name, spec, program, says } of agents) {
  describe(`ringback mcp install ${name}`, { skip: await whatIsMissing(spec) }, () => {
    test('writes what the client itself reads and connects to', async (t) => {
      const folder = new AgentFolder((clean) => t.after(clean), name);
      const env = {
        ...folder.env,
        RINGBACK_HOME: folder.path('ringback'),
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        GEMINI_API_KEY: 'made-up-key',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      };
      const run = (command: string, ...args: string[]) => {
        const { stdout, stderr } = spawnSync(command, args, { cwd: folder.work, env, encoding: 'utf8' });
        return stripColour(stdout + stderr);
      };
      const client = join(await installTool(spec), 'node_modules/.bin', program);

      assert.match(run(launcher, 'mcp', 'install', name), /added to/);
      assert.match(run(client, 'mcp', 'list'), says);
      assert.match(
        run(launcher, 'mcp', 'install', name),
        /nothing to change/,
        'the client has not spoilt it',
      );
      assert.match(run(launcher, 'mcp', 'install', name, '--remove'), /removed from/);
    });
  });
}

function stripColour(text: string): string {
  return text.replaceAll(/\x1b\[\d*m/g, '');
}
