import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { bashCompletions } from '../../../src/cli/completions/bash.ts';
import { fishCompletions } from '../../../src/cli/completions/fish.ts';
import { zshCompletions } from '../../../src/cli/completions/zsh.ts';
import { specs } from '../../../src/cli/specs.ts';

/** What bash would offer behind these words. */
function complete(...words: string[]): string[] {
  const list = ['ringback', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${bashCompletions()}
ringback() { echo '{"session_id":"proc_0123456789ab","command":"x"}'; }
COMP_WORDS=(${list}) COMP_CWORD=${words.length}
_ringback
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

test('bash completes commands, options, actions and ids', () => {
  assert.deepEqual(complete('').sort(), Object.keys(specs).sort());
  assert.deepEqual(complete('wa'), ['wait', 'wake']);
  assert.deepEqual(complete('run', '--max'), ['--max-runtime']);
  assert.deepEqual(complete('--home', '/x', 'daemon', 'sta'), ['start', 'status']);
  assert.deepEqual(complete('kill', 'proc_0'), ['proc_0123456789ab']);
});

const scripts: [string, string][] = [
  ['zsh', zshCompletions()],
  ['fish', fishCompletions()],
];
for (const [shell, script] of scripts) {
  test(`${shell} completes every command and option`, () => {
    for (const [name, { options }] of Object.entries(specs)) {
      assert.ok(script.includes(name));
      for (const option of Object.keys(options)) assert.ok(script.includes(option), option);
    }
  });

  test(`${shell} accepts the script`, { skip: !isInstalled(shell) && `${shell} is not installed` }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-completions-'));
    t.after(() => removeFolder(folder));
    writeFileSync(join(folder, 'script'), script);
    execFileSync(shell, ['-n', join(folder, 'script')]);
  });
}

function isInstalled(shell: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`]);
    return true;
  } catch {
    return false;
  }
}
