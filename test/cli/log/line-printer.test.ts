import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinePrinter } from '../../../src/cli/log/line-printer.ts';

function printed(rewrites: boolean, steps: [string, string][]): string {
  let text = '';
  const printer = createLinePrinter({ write: (more) => (text += more), rewrites });
  for (const [lines, rest] of steps) printer.print(lines, rest);
  return text;
}

test('on a terminal an unfinished line is shown and continued', () => {
  assert.equal(
    printed(true, [
      ['a\n', 'na'],
      ['', 'name? '],
      ['name? x\n', ''],
    ]),
    'a\nname? x\n',
  );
});

test('on a terminal a line that changed is written over', () => {
  assert.equal(
    printed(true, [
      ['', '10 %'],
      ['', '20 %'],
      ['done\n', ''],
    ]),
    '10 %\r\x1b[K20 %\r\x1b[Kdone\n',
  );
});

test('in a pipe only whole lines come', () => {
  assert.equal(
    printed(false, [
      ['', '10 %'],
      ['', '20 %'],
      ['done\n', 'x'],
      ['x', ''],
    ]),
    'done\nx',
  );
});
