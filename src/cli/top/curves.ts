import type { WireSample } from '../../wire/sample.ts';
import type { Figures } from './figures.ts';

/** How many processors each process was using, in percent of one, oldest first. */
export type Curves = {
  add(figures: Figures): void;
  /** What was recorded before anybody looked. */
  begin(id: string, samples: readonly WireSample[]): void;
  of(id: string): readonly number[];
  /** The last value; undefined until it was looked at twice. */
  now(id: string): number | undefined;
};

type Sample = { readonly at: number; readonly cpuSeconds: number };

/** Between each two of them, in percent of one processor. */
export function ratesOf(samples: readonly WireSample[]): number[] {
  return samples.slice(1).map((sample, i) => {
    const before = samples[i] ?? sample;
    const ms = Date.parse(sample.at) - Date.parse(before.at);
    return ms <= 0 ? 0 : (Math.max(0, sample.cpu_seconds - before.cpu_seconds) / ms) * 100_000;
  });
}

/** From what was recorded before, and was seen while looking; at most `most` values of each. */
export function createCurves(most: number): Curves {
  const lastSeen = new Map<string, Sample>();
  const curves = new Map<string, number[]>();
  const latest = new Map<string, number>();
  return {
    add({ at, processes }) {
      for (const { session_id: id, cpu_seconds: cpuSeconds } of processes) {
        if (cpuSeconds === undefined) continue;
        const before = lastSeen.get(id);
        lastSeen.set(id, { at, cpuSeconds });
        if (before === undefined || at <= before.at) continue;
        const percent = (Math.max(0, cpuSeconds - before.cpuSeconds) / (at - before.at)) * 100_000;
        latest.set(id, percent);
        curves.set(id, [...(curves.get(id) ?? []), percent].slice(-most));
      }
      const running = new Set(processes.map(({ session_id }) => session_id));
      for (const id of lastSeen.keys()) if (!running.has(id)) forget(id);
    },
    begin: (id, samples) => void curves.set(id, ratesOf(samples).slice(-most)),
    of: (id) => curves.get(id) ?? [],
    now: (id) => latest.get(id),
  };

  function forget(id: string): void {
    lastSeen.delete(id);
    curves.delete(id);
    latest.delete(id);
  }
}
