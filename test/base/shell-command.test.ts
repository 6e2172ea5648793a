import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { toShellCommand } from '../../src/base/shell-command.ts';

test('one argument is a shell string', () => {
  assert.equal(toShellCommand(['echo $HOME | cat']), 'echo $HOME | cat');
});

test('several arguments reach the program as they are', () => {
  const words = [
    'a b',
    "it's",
    '$HOME',
    '`x`',
    '',
    '*',
    'new\nline',
    '"',
    '\\',
    '--',
    'A=b',
    'ü',
    '!',
    '~',
    '#',
  ];
  const command = toShellCommand(['printf', '%s\\0', ...words]);
  for (const shell of ['sh', 'bash']) {
    const output = execFileSync(shell, ['-c', command], { encoding: 'utf8' });
    assert.deepEqual(output.split('\0').slice(0, -1), words);
  }
});

test('a program that looks like an assignment stays a program', () => {
  assert.equal(toShellCommand(['A=b', 'c']), "'A=b' c");
});
