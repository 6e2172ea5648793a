import { setTimeout as sleep } from 'node:timers/promises';
import { openTerminal } from '../attach/terminal.ts';
import { writeOut } from '../out.ts';
import type { Curves } from './curves.ts';
import type { Figures } from './figures.ts';
import { summaryOf, toRows } from './rows.ts';
import { drawFrame, enter, leave } from './screen.ts';

type Options = {
  readonly read: () => Promise<Figures>;
  readonly curves: Curves;
  readonly intervalMs: number;
};

/** The first rate is there soon. */
const FIRST_INTERVAL_MS = 500;
const CTRL_C = 0x03;

/** The table on the whole terminal until `q`, Ctrl-C or a signal; the terminal is then as it was. */
export async function showLive({ read, curves, intervalMs }: Options): Promise<void> {
  const left = new AbortController();
  const terminal = openTerminal({ onRestore: () => leave });
  let figures: Figures | undefined;
  const draw = (): void => {
    if (figures === undefined || left.signal.aborted) return;
    writeOut(drawFrame(`${summaryOf(figures, curves)}; q leaves`, toRows(figures, curves), terminal.size()));
  };
  try {
    terminal.onInput((keys) => {
      if (keys.includes(CTRL_C) || /q/i.test(keys.toString('latin1'))) left.abort();
    });
    terminal.onHangup(() => left.abort());
    terminal.onResize(draw);
    writeOut(enter);
    for (let pause = Math.min(FIRST_INTERVAL_MS, intervalMs); !left.signal.aborted; pause = intervalMs) {
      figures = await read();
      curves.add(figures);
      draw();
      await sleep(pause, undefined, { signal: left.signal });
    }
  } catch (error) {
    if (!left.signal.aborted) throw error;
  } finally {
    terminal.restore();
  }
}
