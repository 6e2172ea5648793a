import assert from 'node:assert/strict';
import { test } from 'node:test';
import headless from '@xterm/headless';
import { drawScreen } from '../../../src/cli/attach/screen.ts';
import type { OutputEvent } from '../../../src/client/output-stream.ts';

const size = { cols: 20, rows: 4 };
type Change = { offset: number; cols: number; rows: number };

async function* output(...chunks: string[]): AsyncGenerator<OutputEvent> {
  let offset = 0;
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    yield { type: 'output', offset, bytes };
    offset += bytes.length;
  }
}

/** Draws, and looks at what a terminal then shows. */
async function shown(chunks: string[], changes: Change[] = [], start = size, target = size) {
  const drawn = await drawScreen({
    history: { from: 0, size: start, changes },
    output: output(...chunks),
    size: target,
  });
  const terminal = new headless.Terminal({ ...target, scrollback: 0, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(`before${drawn.text}`, done));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: target.rows },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  );
  return { ...drawn, lines, cursor: [active.cursorX, active.cursorY], type: active.type };
}

test('the screen is drawn again with its cursor, nothing of the old one left', async () => {
  const screen = await shown(['one\r\ntwo', '\r\nthr', 'ee']);
  assert.deepEqual(screen.lines, ['one', 'two', 'three', '']);
  assert.deepEqual(screen.cursor, [5, 2]);
  assert.equal(screen.isComplete, true);
});

test('what scrolled out of sight stays out', async () => {
  assert.deepEqual((await shown(['1\r\n2\r\n3\r\n4\r\n5\r\n6'])).lines, ['3', '4', '5', '6']);
});

test('the alternate screen of a full-screen program is entered', async () => {
  const screen = await shown(['shell$ vi\r\n\x1b[?1049h\x1b[2J\x1b[2;3Hhello']);
  assert.equal(screen.type, 'alternate');
  assert.deepEqual(screen.lines, ['', '  hello', '', '']);
  assert.deepEqual(screen.cursor, [7, 1]);
});

test('lines wrap where the terminal of that time wrapped them', async () => {
  // Absolute positions on the narrow terminal, and on the wide one it became.
  const narrow = '\x1b[1;10HX\x1b[1;15HY';
  const screen = await shown(
    [`${narrow}\x1b[2;1H`, 'wide'],
    [{ offset: narrow.length + 6, cols: 20, rows: 4 }],
    {
      cols: 10,
      rows: 4,
    },
  );
  assert.deepEqual(screen.lines.slice(0, 2), ['         Y', 'wide']);
});

test('a gap is admitted', async () => {
  async function* withGap(): AsyncGenerator<OutputEvent> {
    yield { type: 'gap', from: 0, to: 100 };
    yield { type: 'output', offset: 100, bytes: Buffer.from('x') };
  }
  const { isComplete } = await drawScreen({
    history: { from: 0, size, changes: [] },
    output: withGap(),
    size,
  });
  assert.equal(isComplete, false);
});
