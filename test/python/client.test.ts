/** The Python client by itself: what it reads, what it is called, its types. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { shortHash } from '../../src/base/short-hash.ts';
import { CliHome } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { clientFolder, pythonVariables } from './python.ts';

const home = new CliHome(after);

const skip = notInstalled('python3');

/** What a fixture printed; it must succeed. */
function run(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    [join(import.meta.dirname, `fixtures/${name}.py`), ...args],
    { env: { ...process.env, ...pythonVariables, RINGBACK_HOME: home.folder }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return stdout;
}

test('answers are read however they are cut, and errors have a code', { skip }, () => {
  assert.equal(run('parse'), `proc_${shortHash(JSON.stringify(['ä:1', 'a "call"']), 12)}\n`);
});

test('what may have been done is not repeated, what waits does not wait longer, and bad homes are refused', {
  skip,
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-python-'));
  t.after(() => removeFolder(folder));
  run('alone', folder);
});

test('every line of it has types', { skip: notInstalled('mypy') }, () => {
  const given = ['--cache-dir', '/dev/null', '--config-file', 'pyproject.toml', 'ringback'];
  const { stdout } = spawnSync('mypy', given, { cwd: clientFolder, encoding: 'utf8' });
  assert.match(stdout, /^Success: no issues found/);
});
