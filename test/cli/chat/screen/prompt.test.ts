import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as settled } from 'node:timers/promises';
import { CombinedAutocompleteProvider, type TUI } from '@earendil-works/pi-tui';
import { removeFolder } from '../../../../src/base/remove-folder.ts';
import { History } from '../../../../src/cli/chat/screen/history.ts';
import { Prompt, type Written } from '../../../../src/cli/chat/screen/prompt.ts';
import { plainStyle } from '../../../../src/cli/chat/screen/style.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-prompt-'));
  t.after(() => removeFolder(folder));
  const tui = { terminal: { rows: 24, columns: 80 }, requestRender() {}, requestImmediateRender() {} };
  const prompt = new Prompt(tui as unknown as TUI, plainStyle);
  const said: Written[] = [];
  prompt.onSay = (written) => said.push(written);
  const type = (...keys: string[]) => {
    for (const key of keys) prompt.handleInput(key);
  };
  const paste = (text: string) => type(`\x1b[200~${text}\x1b[201~`);
  return { folder, prompt, said, type, paste };
}

test('Enter says it; Shift-Enter, Alt-Enter and a backslash begin another line', (t) => {
  const { said, type } = open(t);
  type('a', '\x1b[13;2u', 'b', '\x1b\r', 'c', '\\', '\r', 'd', '\r');
  assert.deepEqual(said, [{ text: 'a\nb\nc\nd', images: [] }]);
});

test('Enter says an argument that is complete, or can be completed in one way only', async (t) => {
  const { prompt, said, type } = open(t);
  const values = ['6831', '6832', 'conv_70e7'];
  const choices = (begun: string) =>
    values.filter((value) => value.includes(begun)).map((value) => ({ value, label: value }));
  const log = { name: 'log', getArgumentCompletions: choices };
  prompt.setAutocompleteProvider(new CombinedAutocompleteProvider([log], '/'));
  const write = async (text: string) => {
    for (const key of text) {
      type(key);
      await settled();
    }
    assert.ok(prompt.isShowingAutocomplete(), text);
    type('\r');
    await settled();
  };
  await write('/log 6831');
  await write('/log 70e7');
  await write('/log 683');
  assert.deepEqual(
    said.map(({ text }) => text),
    ['/log 6831', '/log conv_70e7'],
  );
  assert.equal(prompt.getText(), '/log 6831');
  type('\r');
  assert.equal(said.length, 3);
});

test('it stands between two lines after a mark', (t) => {
  const { prompt, type } = open(t);
  type('h', 'i', '\x1b[13;2u', '!');
  const [top, first, second, bottom] = prompt
    .render(20)
    .map((line) => line.replace(/\x1b\[\d*m/g, '').trimEnd());
  assert.deepEqual([top, first, second, bottom], ['─'.repeat(20), '> hi', '  !', '─'.repeat(20)]);
});

test('a big paste is one mark, and all of it is said', (t) => {
  const { prompt, said, type, paste } = open(t);
  const text = Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join('\n');
  paste(`${text}\x1b[2J`);
  assert.equal(prompt.getText(), '[paste #1 +5000 lines]');
  type('\r');
  assert.deepEqual(said, [{ text, images: [] }]);
});

test('a path of an image that is pasted or dragged is that image', (t) => {
  const { folder, prompt, said, type, paste } = open(t);
  const shot = join(folder, 'a shot.png');
  const other = join(folder, 'other');
  writeFileSync(shot, PNG);
  writeFileSync(other, PNG);
  writeFileSync(join(folder, 'notes.png'), 'no image');
  type('l', 'o', 'o', 'k', ' ');
  paste(`'${shot}'`);
  paste(`${shot.replaceAll(' ', '\\ ')} file://${other}`);
  assert.equal(prompt.getText(), 'look [image 1: a shot.png][image 2: a shot.png] [image 3: other]');
  type('\x7f', '\x7f');
  type('\r');
  assert.deepEqual(
    said.map(({ images }) => images),
    [[shot, shot]],
  );
  paste(join(folder, 'notes.png'));
  assert.equal(prompt.getText(), join(folder, 'notes.png'));
});

test('the history is private, bounded, and the same for every chat of a home', (t) => {
  const { folder } = open(t);
  const history = new History(folder);
  for (let number = 0; number < 450; number += 1) history.add(`line ${number}\nand more`);
  history.add('x'.repeat(20_000));
  const path = join(folder, 'chat-history');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(readFileSync(path, 'utf8').split('\n').length < 405);
  const kept = new History(folder).read();
  assert.deepEqual([kept.length, kept.at(-1)], [100, 'line 449\nand more']);
});
