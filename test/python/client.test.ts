/** The Python client by itself: what it reads, what it is called, its types. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { shortHash } from '../../src/base/short-hash.ts';
import { CliHome } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { clientFolder, pythonVariables } from './python.ts';

const home = new CliHome(after);

test('answers are read however they are cut, and errors have a code', {
  skip: notInstalled('python3'),
}, () => {
  const program = join(import.meta.dirname, 'fixtures/parse.py');
  const { status, stdout, stderr } = spawnSync('python3', [program], {
    env: { ...process.env, ...pythonVariables, RINGBACK_HOME: home.folder },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, `proc_${shortHash(JSON.stringify(['ä:1', 'a "call"']), 12)}\n`);
});

test('every line of it has types', { skip: notInstalled('mypy') }, () => {
  const given = ['--cache-dir', '/dev/null', '--config-file', 'pyproject.toml', 'ringback'];
  const { stdout } = spawnSync('mypy', given, { cwd: clientFolder, encoding: 'utf8' });
  assert.match(stdout, /^Success: no issues found/);
});
