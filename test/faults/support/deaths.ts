import type { Random } from './random.ts';

/** Somebody who is to die at a failpoint. `program`: where several come to it, the file of the one that is meant. */
export type Point<Victim extends string = string> = {
  readonly name: string;
  readonly victim: Victim;
  readonly program?: string;
};

/** How often each was tried, and how often it was somebody's death. */
export class Deaths<Victim extends string> {
  readonly #points: readonly Point<Victim>[];
  readonly #tries = new Map<Point<Victim>, number>();
  readonly #hits = new Map<Point<Victim>, number>();
  readonly #random = new Map<Victim, number>();

  constructor(points: readonly Point<Victim>[]) {
    this.#points = points;
  }

  /** One of those that came about least. */
  choose(random: Random, from = this.#points): Point<Victim> {
    const worth = (point: Point<Victim>) => (this.#hits.get(point) ?? 0) + (this.#tries.get(point) ?? 0) / 4;
    const least = Math.min(...from.map(worth));
    const fit = from.filter((point) => worth(point) === least);
    const point = fit[random.below(fit.length)];
    if (!point) throw new Error('there are no failpoints');
    this.#tries.set(point, (this.#tries.get(point) ?? 0) + 1);
    return point;
  }

  hit(point: Point<Victim>): void {
    this.#hits.set(point, (this.#hits.get(point) ?? 0) + 1);
  }

  /** At no point in particular. */
  atRandom(victim: Victim, kills: number): void {
    this.#random.set(victim, (this.#random.get(victim) ?? 0) + kills);
  }

  get total(): number {
    return [...this.#hits.values(), ...this.#random.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Points that were the death of nobody so often. */
  lessThan(times: number): string[] {
    return this.#points.flatMap((point) => {
      const hits = this.#hits.get(point) ?? 0;
      return hits < times ? [`${point.name}: ${hits}`] : [];
    });
  }

  get table(): string {
    const at = this.#points.map((point) => {
      const [hits, tries] = [this.#hits.get(point) ?? 0, this.#tries.get(point) ?? 0];
      return `| ${point.victim} | ${point.name} | ${hits} of ${tries} |`;
    });
    const others = [...this.#random].map(([victim, kills]) => `| ${victim} | at random | ${kills} |`);
    return ['| killed | failpoint | kills of tries |', '|---|---|---|', ...at, ...others].join('\n');
  }
}
