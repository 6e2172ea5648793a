import type { Client } from '../../client/client.ts';
import type { OutputEvent } from '../../client/output-stream.ts';
import type { WireProcess } from '../../wire/process.ts';
import { createTerminalFilter, keepAllButClipboard } from '../format/terminal-filter.ts';
import { writeOut } from '../out.ts';
import { beforeDetachKey } from './detach-key.ts';
import { Modes } from './modes.ts';
import { drawScreen } from './screen.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { TypeAhead } from './type-ahead.ts';

/** How much of the log is replayed to draw the screen. */
const HISTORY_BYTES = 1024 * 1024;

/** Shows the process's terminal in ours until it ends (returns the process) or the user detaches (null). */
export async function attach(client: Client, id: string): Promise<WireProcess | null> {
  const modes = new Modes();
  const terminal = openTerminal({ onRestore: () => modes.leaving() });
  const left = new AbortController();
  const typing = new TypeAhead(client.writer(id));
  try {
    terminal.onInput((keys) => {
      const typed = beforeDetachKey(keys);
      typing.add(typed ?? keys);
      if (typed) left.abort();
    });
    terminal.onHangup(() => left.abort());
    return await show(client, id, { terminal, modes, signal: left.signal });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    await typing.flush();
    return null;
  } finally {
    terminal.restore();
  }
}

type View = { readonly terminal: Terminal; readonly modes: Modes; readonly signal: AbortSignal };

async function show(
  client: Client,
  id: string,
  { terminal, modes, signal }: View,
): Promise<WireProcess | null> {
  const history = await client.resizes(id, HISTORY_BYTES);
  const bytes = client.read(id, { from: history.from, to: history.end, raw: true, signal });
  const screen = await drawScreen({ history, output: observed(bytes, modes), size: terminal.size() });
  writeOut(screen.text + modes.entering());
  const resize = () => client.resize(id, terminal.size()).catch(() => {});
  terminal.onResize(() => void resize());
  // A screen drawn from an incomplete history may be wrong: a program redraws itself when its terminal is resized.
  if (!screen.isComplete) await client.resize(id, shrunk(terminal.size()));
  await resize();
  const filter = createTerminalFilter(keepAllButClipboard);
  for await (const event of observed(client.follow(id, { from: history.end, raw: true, signal }), modes)) {
    if (event.type === 'output') writeOut(filter.push(event.bytes));
    else if (event.type === 'ended') return event.process;
  }
  return null;
}

/** Passes the events on, and notes the terminal modes that they switch. */
async function* observed(events: AsyncIterable<OutputEvent>, modes: Modes): AsyncGenerator<OutputEvent> {
  for await (const event of events) {
    if (event.type === 'output') modes.observe(event.bytes);
    yield event;
  }
}

function shrunk({ cols, rows }: { cols: number; rows: number }) {
  return { cols, rows: Math.max(1, rows - 1) };
}
