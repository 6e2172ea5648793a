/** The Python client while nothing dies: what it reads and sends, its types, its page. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { shortHash } from '../../src/base/short-hash.ts';
import { CliHome } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { clientFolder, pythonVariables, root } from './python.ts';

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
  const given = [
    '--cache-dir',
    join(root, 'node_modules/.cache/mypy'),
    '--config-file',
    'pyproject.toml',
    'ringback',
  ];
  const { stdout } = spawnSync('mypy', given, { cwd: clientFolder, encoding: 'utf8' });
  assert.match(stdout, /^Success: no issues found/);
});

const page = readFileSync(join(root, 'docs/python.md'), 'utf8');
const blocksOf = (language: string) =>
  Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, text = '']) => text);

/** What each block of Python must have printed. */
const expected: RegExp[] = [
  /completed normally .*\| compiling\n\| done\n/s,
  /^exited\ndone\n\n$/,
  /^0 b'compiling\\ndone\\n'\n0\n$/,
  /^terminal \['command', .*\nprocess \['action', .*\{'output': 'hello\\n', 'exit_code': 0/s,
  /^\{'item_id': 'conv_.*'kind': 'person'.*\}\n$/,
  /^Output\(offset=0, data=b'one\\n.*two\\n'\)\nEnded/s,
  /^not_found \| There is no process ffffffffffff\. \| .+\n$/,
];

test('the blocks of docs/python.md', { skip }, () => {
  const program = blocksOf('py')
    .map((block) => `${block}\nprint("=== next")\n`)
    .join('');
  const { stdout, stderr } = spawnSync('sh', ['-e', '-c', `${blocksOf('sh').join('')}exec python3 -`], {
    cwd: root,
    env: {
      ...process.env,
      RINGBACK_HOME: home.folder,
      PATH: `${join(root, 'bin')}:${process.env.PATH}`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    input: program,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(stderr, '');
  const printed = stdout.split('=== next\n').slice(0, -1);
  assert.equal(printed.length, expected.length);
  for (const [index, pattern] of expected.entries()) assert.match(printed[index] ?? '', pattern);
});
