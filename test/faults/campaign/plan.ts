import type { Config } from '../../../src/base/config.ts';
import type { Random } from '../support/random.ts';
import { makeWakeUps, type PlannedWakeUp } from './plan-wake-ups.ts';

/** What one process of the campaign does, and what its session asked for. */
export type Planned = Wishes & {
  /** Chosen here, so that a start can be repeated after any crash; the engine may give it another. */
  readonly id: string;
  readonly session: string;
  readonly kind: Kind;
};

type Wishes = {
  /** It may wait for the file `$GO`, which its session makes when it is told something of it. */
  readonly command: string;
  readonly notifyOnComplete?: boolean;
  readonly notifyOn?: 'failure';
  readonly watchPatterns?: readonly string[];
  readonly deadline?: number;
  readonly heartbeat?: number;
  readonly quietAfter?: number;
  readonly ready?: string;
  readonly pty?: boolean;
  /** Lines that match; each has its number. */
  readonly matches?: number;
  /** What else must be told, and how often. */
  readonly tells?: { readonly [type: string]: number };
  /** It is told in time or not at all: at most so often. */
  readonly isInTime?: boolean;
  /** It is told again and again: at least so often. */
  readonly isRepeated?: boolean;
};

export type Plan = {
  readonly config: Partial<Config>;
  readonly processes: readonly Planned[];
  readonly wakeUps: readonly PlannedWakeUp[];
  /** Fetches its turns instead of being sent them. */
  readonly fetching: string;
};

export type Kind = keyof typeof kinds;

/** Until its session was told. */
const UNTIL_GO = 'while [ ! -e "$GO" ]; do sleep 0.2; done';
const LISTEN_UNTIL_GO = `exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die; select(undef, undef, undef, 0.2) until -e $ENV{GO}'`;

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
  /** Asks twice, and goes on when it is answered. */
  asking: () => ({
    ...completion('read -p "prompt 1? " x; read -p "prompt 2? " y; echo "got $x $y"'),
    pty: true,
    tells: { needs_input: 2 },
  }),
  /** Asks, and does not wait for long. */
  hasty: (random: Random) => ({
    ...completion(`read -t ${2 + random.below(2)} -p "prompt 1? " x; exit 0`),
    pty: true,
    tells: { needs_input: 1 },
    isInTime: true,
  }),
  silent: () => ({
    ...completion(`echo begun; ${UNTIL_GO}; echo over; sleep 0.1`),
    quietAfter: 1,
    tells: { quiet: 1 },
  }),
  late: () => ({ ...completion(UNTIL_GO), deadline: 1, tells: { still_running: 1 } }),
  beating: () => ({
    ...completion(UNTIL_GO),
    heartbeat: 1,
    tells: { still_running: 1 },
    isRepeated: true,
  }),
  announced: () => ({ ...completion(`echo up; ${UNTIL_GO}`), ready: 'up', tells: { ready: 1 } }),
  listening: () => ({ ...completion(LISTEN_UNTIL_GO), ready: ':', tells: { ready: 1 } }),
  failing: (random: Random) => ({
    ...completion(`sleep ${seconds(random, 300)}; exit ${1 + random.below(100)}`),
    notifyOn: 'failure',
  }),
  fine: (random: Random) => ({ ...completion(`sleep ${seconds(random, 300)}`), notifyOn: 'failure' }),
} satisfies Record<string, (random: Random) => Wishes>;

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
  const session = () => sessions[random.below(sessions.length)] ?? '';
  const processes = Array.from({ length: count }, (_, i): Planned => {
    const kind = names[i % names.length] ?? 'short';
    return { id: `proc_${hexId(random, round, i)}`, session: session(), kind, ...kinds[kind](random) };
  });
  const newId = (i: number) => `wake_${hexId(random, round, i)}`;
  const wakeUps = makeWakeUps(random, processes, session, newId);
  const figures = round % 2 === 0 ? strict : lax;
  const config = {
    ...figures,
    quietLineMs: 20,
    leaseMs: 200,
    killGraceMs: 50,
    wakeIntervalSeconds: 1,
    sessionWakeUps: 1_000,
  };
  return { config, processes, wakeUps, fetching: sessions[0] ?? '' };
}

export function isLax({ config }: Plan): boolean {
  return config.spacingMs === 0;
}

export function sessionsOf({ processes, wakeUps }: Plan): string[] {
  return [...new Set([...processes, ...wakeUps].map((one) => one.session))];
}

function hexId(random: Random, round: number, i: number): string {
  const own = (round * 4096 + i).toString(16).padStart(6, '0');
  const chance = random.below(2 ** 24).toString(16);
  return own + chance.padStart(6, '0');
}

function completion(command: string) {
  return { command, notifyOnComplete: true };
}

function watch(command: string, matches: number) {
  return { command, watchPatterns: ['MATCH'], matches };
}

function lines(count: number, pause: string): string {
  return `for i in $(seq ${count}); do echo "noise $i"; echo "MATCH $i"; sleep ${pause}; done`;
}

function seconds(random: Random, belowMs: number): string {
  return (random.below(belowMs) / 1000).toFixed(3);
}
