import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { createCurves } from '../top/curves.ts';
import { readFigures } from '../top/figures.ts';
import { readCurves } from '../top/recorded.ts';
import { CURVE_WIDTH, sortByCpu, toJson, toRows } from '../top/rows.ts';
import { parseSeconds } from '../values.ts';

const INTERVAL_S = 2;
/** Between the two looks that a rate needs. */
const ONCE_MS = 500;

export async function main({ values, json, client }: Invocation<'top'>): Promise<number> {
  const session = values.session === undefined ? {} : { session_key: values.session };
  const read = () => readFigures(client, { ...session, ...(values.raw && { raw: true }) });
  const curves = createCurves(CURVE_WIDTH);
  const first = await read();
  await readCurves(client, first, curves);
  const interval = values.interval === undefined ? INTERVAL_S : parseSeconds('interval', values.interval);
  if (!json && !values.once && isatty(0) && isatty(1)) {
    const { showLive } = await import('../top/live.ts');
    await showLive({ read, curves, intervalMs: Math.max(100, interval * 1000) });
    return 0;
  }
  curves.add(first);
  await sleep(ONCE_MS);
  const figures = await read();
  curves.add(figures);
  if (json) for (const process of sortByCpu(figures.processes, curves)) writeJson(toJson(process, curves));
  else if (figures.processes.length === 0) tellUser('Nothing is running.');
  else writeLine(formatTable(toRows(figures, curves), terminalWidth()));
  return 0;
}
