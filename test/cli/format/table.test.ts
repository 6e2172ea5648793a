import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatList, formatTable } from '../../../src/cli/format/table.ts';

test('columns line up, colours or not', () => {
  const table = formatTable(
    [
      ['ID', 'STATUS', 'COMMAND'],
      ['a', '\x1b[32mok\x1b[0m', 'x'],
      ['bcd', 'failed', 'y'],
    ],
    80,
  );
  assert.equal(table, ['ID   STATUS  COMMAND', 'a    \x1b[32mok\x1b[0m      x', 'bcd  failed  y'].join('\n'));
});

test('a line is never wider than the terminal', () => {
  const table = formatTable([['proc_0123456789ab', 'running', 'echo '.repeat(50)]], 60);
  assert.equal(table.length, 60);
  assert.ok(table.endsWith('…'));
});

test('a command of several lines, or with control characters, stays on one', () => {
  assert.equal(formatTable([['a\n  b\x1b[31m\tc']], 80), 'a ⏎ b c');
});

test('issue 11.23: what turns a line around or is not seen is not shown in one', () => {
  assert.equal(
    formatTable([['rm \u202egpj.exe\u202c \u2066x\u2069 a\u200bb\u{e0041}']], 80),
    'rm gpj.exe x ab',
  );
});

test('in a narrow terminal a description stands below its name', () => {
  const rows = [['Ctrl-C twice, Ctrl-D', 'at an empty prompt: leaves; the agent goes on']] as const;
  assert.equal(
    formatList(rows, 40),
    '  Ctrl-C twice, Ctrl-D\n    at an empty prompt: leaves; the\n    agent goes on',
  );
});
