import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRun } from './test-run.ts';

const SHOWN = 15;

type Duration = { readonly file: string; readonly wallS: number; readonly cpuS: number | undefined };

/** The files that took longest, with the processor time of all that they started where the cgroup tells it. */
export function describeSlowest(run: TestRun): string {
  const durations = run.files.map((file, number) => durationOf(run, file, number));
  const slowest = durations.sort((a, b) => b.wallS - a.wallS).slice(0, SHOWN);
  const lines = slowest.map(({ file, wallS, cpuS }) => {
    return `${wallS.toFixed(1).padStart(7)} s ${cpuS === undefined ? '' : `${cpuS.toFixed(1).padStart(7)} s CPU`}  ${file}`;
  });
  const cpuS = cpuOf(run.cgroup ?? '');
  const total = `all ${run.files.length} files: ${process.uptime().toFixed(0)} s${cpuS ? `, ${cpuS.toFixed(0)} s CPU` : ''}`;
  return ['slowest files:', ...lines, total].join('\n');
}

function durationOf(run: TestRun, file: string, number: number): Duration {
  const wallS = Number(read(join(run.folder, 'run', `${number}.wall`))) / 1000;
  return { file, wallS, cpuS: cpuOf(join(run.cgroup ?? '', String(number))) };
}

function cpuOf(cgroup: string): number | undefined {
  const usage = /^usage_usec (\d+)/m.exec(read(join(cgroup, 'cpu.stat')))?.[1];
  return usage === undefined ? undefined : Number(usage) / 1e6;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
