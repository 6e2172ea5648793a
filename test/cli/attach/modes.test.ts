import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Modes } from '../../../src/cli/attach/modes.ts';

const plain = '\x1b[0m\x1b(B\r\n';

function modesAfter(...chunks: string[]): Modes {
  const modes = new Modes();
  for (const chunk of chunks) modes.observe(Buffer.from(chunk, 'latin1'));
  return modes;
}

test('a program that switches nothing leaves nothing to switch back', () => {
  const modes = modesAfter('plain \x1b[31mtext\x1b[0m\n');
  assert.equal(modes.entering(), '');
  assert.equal(modes.leaving(), plain);
});

test('what a full-screen program switches on is switched off when leaving', () => {
  const modes = modesAfter('\x1b[?1049h\x1b[?1h\x1b=\x1b[?25l\x1b[?1000;1006h\x1b[?2004h');
  assert.equal(modes.leaving(), `\x1b>\x1b[?1l\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[?25h\x1b[?1049l${plain}`);
});

test('what it has switched back itself is left alone', () => {
  assert.equal(modesAfter('\x1b[?1049h\x1b[?25l', 'x', '\x1b[?25h\x1b[?1049l').leaving(), plain);
});

test('a code cut by the border of two chunks counts', () => {
  const whole = '\x1b[?1049h';
  for (let cut = 1; cut < whole.length; cut += 1) {
    assert.match(modesAfter(`text${whole.slice(0, cut)}`, whole.slice(cut)).leaving(), /\x1b\[\?1049l/);
  }
});

test('what a replayed screen leaves out is added', () => {
  const modes = modesAfter('\x1b[?25l\x1b[?1006h\x1b[2;10r\x1b[5 q\x1b[>1u\x1b[>4;2m');
  assert.equal(modes.entering(), '\x1b[?1006h\x1b7\x1b[2;10r\x1b8\x1b[5 q\x1b[>4;2m\x1b[>1u\x1b[?25l');
});

test('a reset by the program forgets everything', () => {
  assert.equal(modesAfter('\x1b[?1049h\x1b[?25l\x1bc').leaving(), plain);
});
