/** Every block of docs/python.md is run as it stands there, in order. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { root } from './python.ts';

const page = readFileSync(join(root, 'docs/python.md'), 'utf8');
const blocksOf = (language: string) =>
  Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, text = '']) => text);

/** What each block of Python must have printed. */
const expected: RegExp[] = [
  /completed normally .*\| compiling\n\| done\n/s,
  /^exited\ndone\n\n$/,
  /^0 b'compiling\\ndone\\n'\n0\n$/,
  /^terminal \['command', .*\nprocess \['action', .*\{'output': 'hello\\n', 'exit_code': 0/s,
  /^Output\(offset=0, data=b'one\\n.*two\\n'\)\nEnded/s,
  /^not_found \| There is no process ffffffffffff\. \| .+\n$/,
];

test('the blocks of docs/python.md', { skip: notInstalled('python3') }, () => {
  const home = new CliHome(after);
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
