import serialize from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import type { OutputEvent } from '../../client/output-stream.ts';
import type { WireResizes } from '../../wire/terminal.ts';

type Size = { readonly cols: number; readonly rows: number };

type History = {
  /** The sizes of the terminal, with the offset of each change. */
  readonly history: Pick<WireResizes, 'from' | 'size' | 'changes'>;
  readonly output: AsyncIterable<OutputEvent>;
  /** The size of the terminal to draw on. */
  readonly size: Size;
};

/** The text that makes a terminal show what the process's terminal shows. */
export async function drawScreen({
  history,
  output,
  size,
}: History): Promise<{ text: string; isComplete: boolean }> {
  const terminal = new headless.Terminal({ ...history.size, scrollback: 0, allowProposedApi: true });
  const serializer = new serialize.SerializeAddon();
  terminal.loadAddon(serializer);
  const print = (bytes: Buffer) => new Promise<void>((done) => terminal.write(bytes, done));
  const changes = [...history.changes];
  let isComplete = history.from === 0;

  for await (const event of output) {
    if (event.type === 'gap') isComplete = false;
    if (event.type !== 'output') continue;
    let { offset, bytes } = event;
    for (let change = changes[0]; change && change.offset <= offset + bytes.length; change = changes[0]) {
      const before = Math.max(0, change.offset - offset);
      await print(bytes.subarray(0, before));
      terminal.resize(change.cols, change.rows);
      bytes = bytes.subarray(before);
      offset += before;
      changes.shift();
    }
    await print(bytes);
  }
  for (const { cols, rows } of changes) terminal.resize(cols, rows);
  terminal.resize(size.cols, size.rows);
  const text = pushUp(size) + serializer.serialize();
  terminal.dispose();
  return { text, isComplete };
}

/** Clears the screen; what was on it is scrolled up rather than overwritten. */
function pushUp({ rows }: Size): string {
  return `${'\n'.repeat(rows)}\x1b[H\x1b[2J`;
}
