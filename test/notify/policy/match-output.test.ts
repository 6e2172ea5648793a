import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { cutMatchOutput } from '../../../src/notify/policy/match-output.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`);

test('up to 20 lines', () => {
  assert.equal(cutMatchOutput(defaultConfig, numbered(3)), 'line 0\nline 1\nline 2');
  assert.equal(cutMatchOutput(defaultConfig, numbered(25)), numbered(20).join('\n'));
});

test('up to 2,000 characters, in whole lines', () => {
  const lines = ['a'.repeat(1_000), 'b'.repeat(999), 'c'];
  assert.equal(cutMatchOutput(defaultConfig, lines), `${lines[0]}\n${lines[1]}`);
  assert.equal(cutMatchOutput(defaultConfig, ['a'.repeat(1_000), 'b'.repeat(1_000)]), 'a'.repeat(1_000));
});

test('a single line longer than that is cut, no character in half', () => {
  const cut = cutMatchOutput(defaultConfig, [`${'a'.repeat(1_998)}😀 and more`]);
  assert.equal(cut, `${'a'.repeat(1_998)}…`);
});
