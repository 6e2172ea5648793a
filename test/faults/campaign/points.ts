import { failpointsIn } from '../support/failpoints.ts';
import type { Random } from '../support/random.ts';
import type { Kind } from './plan.ts';

/** Who dies at a failpoint. */
export type Victim = 'host' | 'keeper' | 'alarm';

/** How a life has to be for somebody to come to its failpoint. */
export type Point = {
  readonly name: string;
  readonly victim: Victim;
  /** Something of this kind is started. */
  readonly prefer?: Kind;
  /** An alarm of this life: the one before is killed. */
  readonly isFirstAlarm: boolean;
  /** `dies`, `leaves` as one that has nothing to do does, or dies and is `missed`: nobody comes for some seconds. */
  readonly ending: 'dies' | 'leaves' | 'missed';
};

/** What is begun for a failpoint of this name. */
const preferred: readonly (readonly [RegExp, Kind])[] = [
  [/^prompt:.*-pass/, 'hasty'],
  [/^(prompt|write|notice):/, 'asking'],
  [/^quiet:/, 'silent'],
  [/^deadline:/, 'late'],
  [/^exit:/, 'failing'],
  [/^ready:/, 'announced'],
  [/^scan:/, 'ticking'],
  [/^breaker:/, 'flood'],
];

function toPoint(name: string, victim: Victim): Point {
  const prefer = preferred.find(([pattern]) => pattern.test(name))?.[1];
  const ending = /-due$/.test(name) ? 'leaves' : /-run$/.test(name) ? 'missed' : 'dies';
  return {
    name,
    victim,
    ...(prefer && { prefer }),
    isFirstAlarm: victim === 'alarm' || name === 'wake:after-alarm',
    ending,
  };
}

/** Those that a life of the campaign can come to: what is removed is found in other tests. */
const points: readonly Point[] = [
  ...failpointsIn(['src/{notify,engine,wake}/**/*.ts'])
    .filter((name) => !/^(after|prune):/.test(name))
    .map((name) => toPoint(name, 'host')),
  ...failpointsIn(['keeper/process/*.c'])
    .filter((name) => /^(prompt|quiet|exit):/.test(name))
    .map((name) => toPoint(name, 'keeper')),
  ...failpointsIn(['keeper/{alarm,common}/*.c']).map((name) => toPoint(name, 'alarm')),
];

/** How often each was tried, and how often it was somebody's death. */
export class Deaths {
  readonly #tries = new Map<Point, number>(points.map((point) => [point, 0]));
  readonly #hits = new Map<Point, number>(points.map((point) => [point, 0]));
  /** Kills at random. */
  readonly random: Record<Victim, number> = { host: 0, keeper: 0, alarm: 0 };

  /** One of those that came about least. A silence ends in few lives, and only where there are any. */
  choose(random: Random, hasOverflows: boolean): Point | undefined {
    const isAboutSilence = hasOverflows && random.below(4) === 0;
    const fit = points.filter(({ name }) => name.startsWith('breaker:') === isAboutSilence);
    const worth = (point: Point) => (this.#hits.get(point) ?? 0) + (this.#tries.get(point) ?? 0) / 4;
    const least = Math.min(...fit.map(worth));
    const untried = fit.filter((point) => worth(point) === least);
    const point = untried[random.below(untried.length)];
    if (point) this.#tries.set(point, (this.#tries.get(point) ?? 0) + 1);
    return point;
  }

  hit(name: string, victim: Victim): void {
    const point = points.find((one) => one.name === name && one.victim === victim);
    if (!point) throw new Error(`there is no failpoint ${name} of the ${victim}`);
    this.#hits.set(point, (this.#hits.get(point) ?? 0) + 1);
  }

  get total(): number {
    const all = [...this.#hits.values(), ...Object.values(this.random)];
    return all.reduce((sum, one) => sum + one, 0);
  }

  /** Points that were the death of nobody so often. */
  lessThan(times: number): string[] {
    return [...this.#hits].filter(([, hits]) => hits < times).map(([{ name }, hits]) => `${name}: ${hits}`);
  }

  get table(): string {
    const lines = [...this.#hits].map(
      ([point, hits]) => `| ${point.victim} | ${point.name} | ${hits} of ${this.#tries.get(point)} |`,
    );
    const others = Object.entries(this.random).map(
      ([victim, kills]) => `| ${victim} | at random | ${kills} |`,
    );
    return ['| killed | failpoint | kills of tries |', '|---|---|---|', ...lines, ...others].join('\n');
  }
}
