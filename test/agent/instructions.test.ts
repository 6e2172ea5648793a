import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { instructions } from '../../src/agent/instructions.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { createRedactor } from '../../src/redact/redactor.ts';

const redactor = createRedactor({ enabled: true });

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-instructions-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'AGENTS.md');
  return { folder, file, told: () => instructions({ folder, hears: true, missing: [], redactor }) };
}

test('AGENTS.md of the folder is told, and where it was cut', (t) => {
  const { file, told } = open(t);
  assert.doesNotMatch(told(), /AGENTS/);
  writeFileSync(file, 'Use tabs.\n');
  assert.match(told(), /AGENTS\.md of the folder says:\n\nUse tabs\.$/);
  writeFileSync(file, `${'x '.repeat(20_000)}the end`);
  assert.match(
    told(),
    /x\n\n\[Cut here, after 32000 characters; the file has 40007 bytes\. Read it for the rest\.\]$/,
  );
});

test('promise 17: AGENTS.md tells no secret, also where it is cut', (t) => {
  const { file, told } = open(t);
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  writeFileSync(file, `The token is ${key}.\n${'x '.repeat(15_970)} ${key}`);
  assert.match(told(), /The token is \[REDACTED:/);
  assert.doesNotMatch(told(), /ghp_/);
});

test('promise 17: AGENTS.md is a file of the folder: no link out of it, no pipe, no device', (t) => {
  const { folder, file, told } = open(t);
  symlinkSync('/proc/self/environ', file);
  assert.match(
    told(),
    /says:\n\n\[It was not read: it is a link to \/proc\/\d+\/environ, outside of the folder\.\]$/,
  );
  rmSync(file);
  execFileSync('mkfifo', [file]);
  assert.doesNotMatch(told(), /AGENTS/);
  rmSync(file);
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/rules'), 'Use tabs.');
  symlinkSync('docs/rules', file);
  assert.match(told(), /says:\n\nUse tabs\.$/);
});
