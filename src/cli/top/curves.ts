import type { Figures } from './figures.ts';

/** How many processors each process was using, in percent of one, oldest first. */
export type Curves = {
  add(figures: Figures): void;
  /** Empty until it was looked at twice. */
  of(id: string): readonly number[];
};

type Sample = { readonly at: number; readonly cpuSeconds: number };

/** From what was seen while looking; at most `most` values of each. */
export function createCurves(most: number): Curves {
  const lastSeen = new Map<string, Sample>();
  const curves = new Map<string, number[]>();
  return {
    add({ at, processes }) {
      for (const { session_id: id, cpu_seconds: cpuSeconds } of processes) {
        if (cpuSeconds === undefined) continue;
        const before = lastSeen.get(id);
        lastSeen.set(id, { at, cpuSeconds });
        if (before === undefined || at <= before.at) continue;
        const percent = (Math.max(0, cpuSeconds - before.cpuSeconds) / (at - before.at)) * 100_000;
        curves.set(id, [...(curves.get(id) ?? []), percent].slice(-most));
      }
      const running = new Set(processes.map(({ session_id }) => session_id));
      for (const id of lastSeen.keys()) if (!running.has(id)) forget(id);
    },
    of: (id) => curves.get(id) ?? [],
  };

  function forget(id: string): void {
    lastSeen.delete(id);
    curves.delete(id);
  }
}
