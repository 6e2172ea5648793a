import { failpointsIn } from '../../faults/support/failpoints.ts';
import type { Random } from '../../faults/support/random.ts';

export type Victim = 'agent' | 'daemon' | 'keeper' | 'server';
export type Point = { readonly name: string; readonly victim: Victim };

/** Every point of the agent, and those of the daemon that the work of the campaign comes to. */
const points: readonly Point[] = [
  ...failpointsIn(['src/agent/**/*.ts']).map((name) => ({ name, victim: 'agent' as const })),
  ...failpointsIn(['src/{engine,notify,wake,system}/**/*.ts'])
    .filter((name) => /^(start|end|recover|write|deliver|ledger|wake|system):/.test(name))
    .map((name) => ({ name, victim: 'daemon' as const })),
  // Of campaign/foreign.ts.
  ...['starting', 'before', 'after'].map((name) => ({ name: `server:${name}`, victim: 'server' as const })),
];

/** How often each was tried, and how often it was somebody's death. */
export class Deaths {
  readonly #tries = new Map<Point, number>(points.map((point) => [point, 0]));
  readonly #hits = new Map<Point, number>(points.map((point) => [point, 0]));
  readonly random: Record<Victim, number> = { agent: 0, daemon: 0, keeper: 0, server: 0 };

  /** Those of the loop itself. */
  static readonly ofLoop = points.filter(
    ({ name }) => name.startsWith('agent:') && !/approved|denied|judged/.test(name),
  );

  /** One of those that came about least. */
  choose(random: Random, from: readonly Point[] = points): Point {
    const worth = (point: Point) => (this.#hits.get(point) ?? 0) + (this.#tries.get(point) ?? 0) / 4;
    const least = Math.min(...from.map(worth));
    const fit = from.filter((point) => worth(point) === least);
    const point = fit[random.below(fit.length)];
    if (!point) throw new Error('there are no failpoints');
    this.#tries.set(point, (this.#tries.get(point) ?? 0) + 1);
    return point;
  }

  hit(point: Point): void {
    if (this.#hits.has(point)) this.#hits.set(point, (this.#hits.get(point) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#hits.values(), ...Object.values(this.random)].reduce((sum, one) => sum + one, 0);
  }

  /** Points that were the death of nobody so often. */
  lessThan(times: number): string[] {
    return [...this.#hits].filter(([, hits]) => hits < times).map(([{ name }, hits]) => `${name}: ${hits}`);
  }

  get table(): string {
    const at = [...this.#hits].map(
      ([point, hits]) => `| ${point.victim} | ${point.name} | ${hits} of ${this.#tries.get(point)} |`,
    );
    const others = Object.entries(this.random).map(
      ([victim, kills]) => `| ${victim} | at random | ${kills} |`,
    );
    return ['| killed | failpoint | kills of tries |', '|---|---|---|', ...at, ...others].join('\n');
  }
}
