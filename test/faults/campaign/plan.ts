import type { Config } from '../../../src/base/config.ts';
import type { Random } from '../support/random.ts';

/** What one process of the campaign does, and what its session asked for. */
export type Planned = {
  /** Chosen here, so that a start can be repeated after any crash; the engine may give it another. */
  readonly id: string;
  readonly session: string;
  readonly kind: Kind;
  readonly command: string;
  readonly notifyOnComplete: boolean;
  readonly watchPatterns: readonly string[];
  /** Lines that match; each has its number. */
  readonly matches: number;
};

export type Plan = {
  readonly config: Partial<Config>;
  readonly processes: readonly Planned[];
  /** Fetches its turns instead of being sent them. */
  readonly fetching: string;
};

type Kind = keyof typeof kinds;
type Made = Pick<Planned, 'command' | 'notifyOnComplete' | 'watchPatterns' | 'matches'>;

const kinds = {
  short: (random: Random) => completion(`echo done; exit ${random.below(200)}`),
  long: (random: Random) => completion(`sleep ${seconds(random, 1500)}; exit ${random.below(200)}`),
  /** Its session waits for it: then it knows, and is not told. */
  waited: (random: Random) => completion(`sleep ${seconds(random, 400)}`),
  /** Its session kills it. */
  killed: () => completion('exec sleep 30'),
  ready: () => watch('echo MATCH 1; exit 0', 1),
  /** A question has no line end. */
  prompt: (random: Random) => watch(`printf "MATCH 1? "; sleep ${seconds(random, 600)}; echo`, 1),
  ticking: (random: Random) => watch(lines(20, seconds(random, 120)), 20),
  flood: () => watch(lines(150, '0.01'), 150),
} satisfies Record<string, (random: Random) => Made>;

const sessions = ['a', 'b', 'c', 'd', 'e'].map((name) => `campaign:${name}`);

/** Small figures, so that every rule is applied many times in a minute. */
const strict: Partial<Config> = {
  spacingMs: 120,
  strikes: 3,
  sessionMatches: 2,
  allMatches: 5,
  breakerWindowMs: 400,
  silenceMs: 250,
};
/** No rule ever drops a match: all lines must be told, each once. */
const lax: Partial<Config> = { spacingMs: 0, sessionMatches: 1_000_000, allMatches: 1_000_000 };

export function makePlan(random: Random, round: number, count: number): Plan {
  const names = Object.keys(kinds) as Kind[];
  const processes = Array.from({ length: count }, (_, i): Planned => {
    const kind = names[i % names.length] ?? 'short';
    const id = `proc_${(round * 4096 + i).toString(16).padStart(6, '0')}${random
      .below(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`;
    return { id, session: sessions[random.below(sessions.length)] ?? '', kind, ...kinds[kind](random) };
  });
  const figures = round % 2 === 0 ? strict : lax;
  const config = { ...figures, quietLineMs: 20, leaseMs: 200, killGraceMs: 50 };
  return { config, processes, fetching: sessions[0] ?? '' };
}

export function isLax({ config }: Plan): boolean {
  return config.spacingMs === 0;
}

export function sessionsOf(plan: Plan): string[] {
  return [...new Set(plan.processes.map((one) => one.session))];
}

function completion(command: string): Made {
  return { command, notifyOnComplete: true, watchPatterns: [], matches: 0 };
}

function watch(command: string, matches: number): Made {
  return { command, notifyOnComplete: false, watchPatterns: ['MATCH'], matches };
}

function lines(count: number, pause: string): string {
  return `for i in $(seq ${count}); do echo "noise $i"; echo "MATCH $i"; sleep ${pause}; done`;
}

function seconds(random: Random, belowMs: number): string {
  return (random.below(belowMs) / 1000).toFixed(3);
}
