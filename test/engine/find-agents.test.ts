import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { AGENTS_LISTED, agentsIn, describeAgents, listAgentsScript } from '../../src/engine/find-agents.ts';

test('agents are found with their versions, also where installers put them', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'rb-agents-'));
  t.after(() => removeFolder(home));
  const install = (path: string, script: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };
  install('bin-of-path/claude', '[ "$1" = --version ] && echo "2.1.325 (Claude Code)"');
  install('.local/bin/codex', 'echo "A warning" >&2; echo "codex-cli 0.166.0-alpha.1"; echo more');
  install('.opencode/bin/opencode', 'cat; exit 1');
  const env = { HOME: home, PATH: `${home}/bin-of-path:/usr/bin:/bin` };
  const output = execFileSync('/bin/sh', ['-c', listAgentsScript], { env, encoding: 'utf8' });
  assert.ok(output.endsWith(`\n${AGENTS_LISTED}\n`), output);
  const found = agentsIn(output).filter(({ kind }) => kind !== 'gemini' && kind !== 'pi');
  assert.deepEqual(found, [
    { kind: 'claude-code', version: '2.1.325' },
    { kind: 'codex', version: '0.166.0-alpha.1' },
    { kind: 'opencode', version: '' },
  ]);
  assert.equal(
    describeAgents(found),
    'claude-code 2.1.325, codex 0.166.0-alpha.1, opencode (does not tell its version)',
  );
  assert.deepEqual(agentsIn(`${AGENTS_LISTED}\n`), []);
  assert.match(describeAgents([]), /^none/);
});
