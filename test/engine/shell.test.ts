import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseShell } from '../../src/engine/shell.ts';
import { shellArgs } from '../../src/keeper/shell-args.ts';

const choices: [shell: string | undefined, chosen: string][] = [
  ['/bin/sh', '/bin/sh'],
  ['/bin/dash', '/bin/dash'],
  ['/usr/bin/fish', '/bin/bash'],
  ['/bin/zsh-that-is-not-there/zsh', '/bin/bash'],
  ['bash', '/bin/bash'],
  ['', '/bin/bash'],
  [undefined, '/bin/bash'],
];

test("the user's own shell where it is a POSIX one, else bash", () => {
  for (const [shell, chosen] of choices)
    assert.equal(chooseShell(shell === undefined ? {} : { SHELL: shell }), chosen);
});

test('the command is one argument, never an option', () => {
  assert.deepEqual(shellArgs('/bin/sh', 'ls -l'), ['/bin/sh', '-c', 'ls -l']);
  assert.deepEqual(shellArgs('/bin/sh', '-l'), ['/bin/sh', '-c', '--', '-l']);
  assert.deepEqual(shellArgs('/bin/busybox', 'ls'), ['/bin/busybox', 'sh', '-c', 'ls']);
});

test('a wrapper is the code, the command its first parameter, under the name that the shell has without one', () => {
  assert.deepEqual(shellArgs('/bin/sh', '-l', 'eval'), ['/bin/sh', '-c', 'eval', '/bin/sh', '-l']);
  assert.deepEqual(shellArgs('/bin/busybox', 'ls', 'eval'), ['/bin/busybox', 'sh', '-c', 'eval', 'sh', 'ls']);
  assert.deepEqual(shellArgs('/bin/zsh', 'ls', 'eval'), ['/bin/zsh', '-f', '-c', 'eval', '/bin/zsh', 'ls']);
});
