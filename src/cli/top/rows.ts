import { formatAge } from '../../base/age.ts';
import type { WireListed } from '../../wire/process.ts';
import { describeGpu, formatBytes } from '../format/process-state.ts';
import type { Curves } from './curves.ts';
import type { Figures } from './figures.ts';
import { sparkline } from './sparkline.ts';

export const CURVE_WIDTH = 16;

/** The busiest first; of equals the newest. */
export function sortByCpu(processes: readonly WireListed[], curves: Curves): WireListed[] {
  const busy = ({ session_id }: WireListed) => curves.now(session_id) ?? -1;
  return processes.toSorted((a, b) => busy(b) - busy(a) || b.started_at.localeCompare(a.started_at));
}

/** A header, and a row for each. */
export function toRows({ processes }: Figures, curves: Curves): string[][] {
  // Most machines have none, and most processes do not use it.
  const showsGpu = processes.some((process) => describeGpu(process) !== '');
  const gpu = (text: string) => (showsGpu ? [text] : []);
  return [
    ['NAME', 'STATUS', 'CPU %', 'MEMORY', ...gpu('GPU'), 'TIME', 'CPU'.padEnd(CURVE_WIDTH), 'LAST LINE'],
    ...sortByCpu(processes, curves).map((process) => [
      process.name ?? process.session_id,
      process.detached ? 'detached' : process.status,
      (curves.now(process.session_id)?.toFixed(1) ?? '–').padStart(5),
      process.memory_bytes === undefined ? '' : formatBytes(process.memory_bytes),
      ...gpu(describeGpu(process)),
      formatAge(process.uptime_seconds * 1000),
      sparkline(curves.of(process.session_id), CURVE_WIDTH),
      lastLineOf(process),
    ]),
  ];
}

/** For programs: what the table shows, and whose it is. */
export function toJson(process: WireListed, curves: Curves): object {
  const { output_preview: _, ...facts } = process;
  const percent = curves.now(process.session_id);
  return {
    ...facts,
    cpu_percent: percent === undefined ? null : Number(percent.toFixed(1)),
    last_line: lastLineOf(process),
  };
}

/** `3 running, 112.0 % of a processor, 1.2 GiB of memory`. */
export function summaryOf({ processes }: Figures, curves: Curves): string {
  const percent = processes.reduce((sum, { session_id }) => sum + (curves.now(session_id) ?? 0), 0);
  const memory = processes.reduce((sum, { memory_bytes = 0 }) => sum + memory_bytes, 0);
  return `${processes.length} running, ${percent.toFixed(1)} % of a processor, ${formatBytes(memory)} of memory`;
}

function lastLineOf({ output_preview }: WireListed): string {
  return output_preview.trimEnd().split('\n').at(-1) ?? '';
}
