import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createTerminalFilter,
  type KeepCode,
  keepAllButClipboard,
  keepAllButTitles,
  keepColours,
} from '../../../src/cli/format/terminal-filter.ts';

/** Whole, and cut at every place: it must not matter. */
function filtered(keep: KeepCode, text: string): string {
  const bytes = Buffer.from(text);
  const run = (chunks: Buffer[]) => {
    const filter = createTerminalFilter(keep);
    return chunks.map((chunk) => filter.push(chunk)).join('') + filter.flush();
  };
  const whole = run([bytes]);
  assert.equal(run(Array.from(bytes, (byte) => Buffer.from([byte]))), whole, 'byte by byte');
  return whole;
}

const clipboard = '\x1b]52;c;aGVsbG8=\x07';
const title = '\x1b]0;owned\x1b\\';

test('issue 11.23: no output writes the clipboard, however it is written', () => {
  for (const code of [
    clipboard,
    '\x1b]52;c;aGVsbG8=\x1b\\',
    '\u009d52;c;aGVsbG8=\u009c',
    `\x1b]52;c;${'QUJD'.repeat(10_000)}\x07`,
    '\x1b]1337;Copy=:aGVsbG8=\x07',
    '\x1b]5522;type=write\x1b\\',
  ])
    assert.equal(
      filtered(keepAllButClipboard, `a${code}b`).replace(/\x1b\\/g, ''),
      'ab',
      JSON.stringify(code).slice(0, 40),
    );
});

test('issue 11.23: nor inside of what a multiplexer passes on', () => {
  for (const code of ['\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\', '\x1bP\x1b]52;c;eA==\x07\x1b\\'])
    assert.doesNotMatch(filtered(keepAllButClipboard, code), /52;/);
});

test('titles pass in attach, not in run --wait; everything else does', () => {
  const screen =
    '\x1b[?1049h\x1b[31mü\x1b[0m\x1b[2;3H\x1b(B\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1bPq#0~\x1b\\\r\n';
  assert.equal(filtered(keepAllButClipboard, screen + title), screen + title);
  assert.equal(filtered(keepAllButTitles, `${screen}\x1b[22;0t\x1b]0;owned\x07`), screen);
});

test('a log keeps colours and the clearing of a line', () => {
  assert.equal(
    filtered(keepColours, `\x1b[1;31mred\x1b[0m${clipboard}\x1b[2J\x1b[K${title}`).replace(/\x1b\\/g, ''),
    '\x1b[1;31mred\x1b[0m\x1b[K',
  );
});
