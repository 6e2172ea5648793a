import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EscapeState, stepEscape } from '../../src/output/escape-codes.ts';

function strip(text: string): string {
  let state: EscapeState = 'text';
  let shown = '';
  for (const character of text.split('')) {
    const step = stepEscape(state, character.charCodeAt(0));
    state = step.state;
    if (step.isText) shown += character;
  }
  return shown;
}

const codes = {
  colour: '\x1b[1;31m',
  'private mode': '\x1b[?25l',
  'title ended by BEL': '\x1b]0;a title\x07',
  'title ended by ST': '\x1b]0;a title\x1b\\',
  hyperlink: '\x1b]8;;https://example.com\x1b\\',
  'device control string': '\x1bP1$r0m\x1b\\',
  'application command': '\x1b_Gf=100;AAAA\x1b\\',
  'character set': '\x1b(B',
  'character set that looks like CSI': '\x1b([',
  'save cursor': '\x1b7',
  'C1 colour': '\x9b31m',
  'C1 title': '\x9d0;a title\x9c',
  'cancelled colour': '\x1b[31\x18',
  'colour inside a broken one': '\x1b[3\x1b[31m',
  'colour after an unfinished title': '\x1b]0;a\x1b[31m',
};

for (const [name, code] of Object.entries(codes)) {
  test(`${name} leaves nothing behind`, () => assert.equal(strip(`be${code}fore`), 'before'));
}

test('an unfinished code ends with its line, or where a character cannot be part of it', () => {
  assert.equal(strip('a\x1b]0;title\nb'), 'a\nb');
  assert.equal(strip('a\x1bPdata\nb'), 'a\nb');
  assert.equal(strip('a\x1b[31\nb'), 'a\nb');
  assert.equal(strip('a\x1b[31äb'), 'aäb');
  assert.equal(strip('a\x1b\x9b31mb'), 'ab');
});
