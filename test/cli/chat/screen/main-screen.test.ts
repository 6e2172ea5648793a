import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Terminal } from '@earendil-works/pi-tui';
import headless from '@xterm/headless';
import { clearGently, MainScreen } from '../../../../src/cli/chat/screen/main-screen.ts';
import { plainStyle as style } from '../../../../src/cli/chat/screen/style.ts';
import { Transcript } from '../../../../src/cli/chat/screen/transcript.ts';

/** A screen in a terminal emulator. */
function open(cols: number, rows: number) {
  const emulator = new headless.Terminal({
    cols,
    rows,
    scrollback: 1000,
    allowProposedApi: true,
    convertEol: false,
  });
  let written = '';
  const terminal: Partial<Terminal> = {
    get columns() {
      return emulator.cols;
    },
    get rows() {
      return emulator.rows;
    },
    start() {},
    stop() {},
    hideCursor() {},
    showCursor() {},
    write(data) {
      written += clearGently(data, emulator.rows);
    },
  };
  const transcript = new Transcript(() => ({ style, now: 0, isUnfolded: false, process: () => undefined }));
  const screen = new MainScreen(transcript, terminal as Terminal);
  screen.addChild({ render: () => ['> _'], invalidate() {} });
  screen.start();
  const draw = async () => {
    screen.renderNow();
    await new Promise<void>((done) => emulator.write(written, done));
    const bytes = written.length;
    written = '';
    return bytes;
  };
  /** Everything that the terminal has, what has scrolled away too. */
  const lines = () => {
    const { buffer } = emulator;
    const all = Array.from(
      { length: buffer.active.length },
      (_, at) => buffer.active.getLine(at)?.translateToString(true) ?? '',
    );
    while (all.at(-1) === '') all.pop();
    return all;
  };
  return { emulator, transcript, draw, lines };
}

const note = (number: number, text = `note ${number}`) =>
  ({ key: `${number}`, block: { kind: 'note', text, tone: 'plain' } }) as const;
const said = (text: string) => ({ key: 'said', block: { kind: 'said', text } }) as const;
const paragraph = (count: number) => Array.from({ length: count }, (_, at) => `- point ${at}`).join('\n');

test('what scrolls away is in the scrollback once, and costs nothing any more', async () => {
  const { transcript, draw, lines } = open(40, 6);
  for (let number = 1; number <= 300; number += 1) {
    transcript.put(note(number));
    const bytes = await draw();
    assert.ok(bytes < 300, `${bytes} bytes for a line`);
  }
  assert.deepEqual(lines(), [...Array.from({ length: 300 }, (_, at) => `note ${at + 1}`), '> _']);
});

test('words that grow beyond the screen are there once, and whole', async () => {
  const { transcript, draw, lines } = open(40, 6);
  for (let count = 1; count <= 20; count += 1) {
    transcript.put(said(paragraph(count)));
    await draw();
  }
  assert.deepEqual(lines(), [...paragraph(20).split('\n'), '> _']);
});

test('other words than were streamed follow, where those have left the screen', async () => {
  const { transcript, draw, lines } = open(40, 6);
  transcript.put(said(paragraph(10)));
  await draw();
  transcript.put(said('Something else.'));
  await draw();
  await draw();
  assert.deepEqual(lines().slice(-3), ['- point 9', 'Something else.', '> _']);
});

test('a change above the screen does not print everything again', async () => {
  const { transcript, draw, lines } = open(40, 6);
  for (let number = 1; number <= 20; number += 1) transcript.put(note(number));
  await draw();
  transcript.put(note(3, 'changed'));
  transcript.put(note(18, 'changed too'));
  assert.ok((await draw()) < 300);
  assert.deepEqual(lines().slice(0, 4), ['note 1', 'note 2', 'note 3', 'note 4']);
  assert.ok(lines().includes('changed too'));
});

test('a window of another size is filled anew, without clearing what was before', async () => {
  const { emulator, transcript, draw, lines } = open(40, 10);
  for (let number = 1; number <= 20; number += 1) transcript.put(note(number));
  await draw();
  await draw();
  for (const [cols, rows] of [
    [30, 10],
    [30, 14],
    [60, 7],
  ] as const) {
    emulator.resize(cols, rows);
    await draw();
  }
  const all = lines();
  assert.equal(all[0], 'note 1');
  assert.deepEqual(all.slice(-3), ['note 19', 'note 20', '> _']);
  for (let number = 1; number <= 20; number += 1) assert.ok(all.includes(`note ${number}`), `note ${number}`);
});

test('a window of a few columns is no reason to give up', async () => {
  const { transcript, draw, lines } = open(2, 5);
  transcript.put({ key: 'p', block: { kind: 'person', text: '世界 hello', images: 1 } });
  transcript.put(said('世界 **hello**'));
  await draw();
  assert.equal(lines().at(-1)?.trim(), '>');
});
