import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { instructions } from '../../src/agent/instructions.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

test('AGENTS.md of the folder is told, and where it was cut', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rb-instructions-'));
  t.after(() => removeFolder(folder));
  assert.doesNotMatch(instructions(folder, true), /AGENTS/);
  writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.\n');
  assert.match(instructions(folder, true), /AGENTS\.md of the folder says:\n\nUse tabs\.$/);
  writeFileSync(join(folder, 'AGENTS.md'), `${'x'.repeat(40_000)}the end`);
  assert.match(
    instructions(folder, true),
    /x\n\n\[Cut here, after 32000 of 40007 characters\. Read the file for the rest\.\]$/,
  );
});
