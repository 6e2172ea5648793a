import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStartupNoise } from '../../src/output/startup-noise.ts';

test('what shells say without a terminal is noise', () => {
  for (const line of [
    'bash: no job control in this shell',
    'sh: no job control in this shell',
    'bash: cannot set terminal process group (-1): Inappropriate ioctl for device',
    '/bin/bash: cannot set terminal process group (4711): Inappropriate ioctl for device',
    "sh: 0: can't access tty; job control turned off",
    'bash: [4711: 1 (255)] tcsetattr: Inappropriate ioctl for device',
    'tcsetattr: Input/output error',
  ]) {
    assert.ok(isStartupNoise(line), line);
  }
});

test('what only mentions it is not', () => {
  for (const line of [
    '',
    'test: the shell says "no job control in this shell"',
    'no job control in this shell, which is a pity',
    'grep tcsetattr src/tty.c',
  ]) {
    assert.ok(!isStartupNoise(line), line);
  }
});
