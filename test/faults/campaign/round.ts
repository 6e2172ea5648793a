import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alarmsIn, endIfThere, keepersIn } from '../support/proc.ts';
import type { Random } from '../support/random.ts';
import { readJournal, startedIn } from './journal.ts';
import { FINISH_MS, type LifeOrders } from './life.ts';
import { isLax, type Kind, type Plan } from './plan.ts';
import type { Deaths, Point } from './points.ts';

/** How long a life lasts in which it is to come to a failpoint, and to one of something that it begins. */
const PATIENCE_MS = 1_000;
const LONGER_PATIENCE_MS = 2_200;
/** Who finds nobody waits a second before it does something about it. */
const MISSED_MS = 2_500;
/** What can be lost with its keeper: its lines are not counted, and nobody waits for it. */
const mayLoseKeeper: readonly Kind[] = [
  'short',
  'long',
  'asking',
  'silent',
  'late',
  'beating',
  'announced',
  'listening',
  'failing',
  'fine',
];

/** The lives of one home: each host lives until a failpoint or, at a random moment, we kill it. */
export class Round {
  readonly #folder: string;
  readonly #home: string;
  readonly #keeperProgram: string;
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #deaths: Deaths;
  readonly #counted = new Set<string>();
  #lives = 0;
  killedKeepers = 0;

  constructor(folder: string, keeperProgram: string, plan: Plan, random: Random, deaths: Deaths) {
    this.#folder = folder;
    this.#home = join(folder, 'home');
    this.#keeperProgram = keeperProgram;
    this.#plan = plan;
    this.#random = random;
    this.#deaths = deaths;
    mkdirSync(join(folder, 'reached'));
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  }

  async live(): Promise<void> {
    const random = this.#random;
    this.#lives += 1;
    const point = random.below(5) < 3 ? this.#deaths.choose(random, !isLax(this.#plan)) : undefined;
    if (point?.isFirstAlarm) this.#killAlarm();
    const name = point?.name ?? '';
    // Recovery passes once, and a life starts few.
    const count = /^(recover|start|breaker|write|notice|deadline|wake|ready|end):/.test(name)
      ? 1
      : 1 + random.below(3);
    const starts = point?.prefer ? 1 : random.below(3) + Number(point !== undefined && count === 1);
    const careless = [0, 0, 2, 3, 5][random.below(5)] ?? 0;
    const child = this.#spawn(
      { starts, careless, prefer: point?.prefer },
      point && this.#variablesFor(point, count),
    );
    const exit = once(child, 'exit');
    // Half of those that die at random do so while they open the home; the others have begun something.
    const isOpen = point === undefined ? random.below(2) === 0 : point.victim !== 'host';
    const isThere = await isSaid(child, isOpen ? 'open' : 'opening', exit);
    let isOurs = false;
    const patience = new AbortController();
    const mostMs = point === undefined ? 2 ** (2 + random.below(7)) : patienceFor(point);
    const kill = async () => {
      await sleep(mostMs, undefined, { signal: patience.signal });
      if (point?.ending === 'leaves') child.kill('SIGTERM');
      else isOurs = child.kill('SIGKILL');
    };
    if (isThere) kill().catch(() => {});
    if (!point) this.#killOthers(mostMs, patience.signal);
    const [code, signal] = await exit;
    patience.abort();
    const hasLeft = point?.ending === 'leaves' && code === 0;
    if (signal !== 'SIGKILL' && !hasLeft) throw new Error(`a host ended by itself, with ${code ?? signal}`);
    if (signal === 'SIGKILL') {
      if (isOurs || point?.victim !== 'host') this.#deaths.random.host += 1;
      else this.#deaths.hit(name, 'host');
    }
    if (point?.ending === 'missed') await this.#waitForReached(point);
    this.#countReached();
  }

  /** The last life: everything is started, and told. */
  async finish(): Promise<void> {
    const child = this.#spawn({ starts: 'all', careless: 3 });
    const end = await Promise.race([once(child, 'exit'), sleep(FINISH_MS * 2, undefined, { ref: false })]);
    if (!end) child.kill('SIGKILL');
    this.#countReached();
    if (end?.[0] !== 0)
      throw new Error(`the last host finds no end: ${end?.join(' ') ?? 'not even of itself'}`);
  }

  /** What the hosts said that is no answer, the newest last. */
  get complaints(): string {
    return readFileSync(this.#complaintsPath, 'utf8').slice(-20_000);
  }

  get #complaintsPath(): string {
    return join(this.#folder, 'hosts.log');
  }

  #reachedPath({ name, victim }: Point): string {
    return join(this.#folder, 'reached', `${name}.${victim}.${this.#lives}`);
  }

  #variablesFor(point: Point, count: number): Record<string, string> {
    if (point.victim === 'host') return { RINGBACK_ENGINE_FAILPOINT: `${point.name}:${count}` };
    return {
      RINGBACK_FAILPOINT: point.name,
      RINGBACK_FAILPOINT_REACHED: this.#reachedPath(point),
      RINGBACK_FAILPOINT_ONCE: '1',
    };
  }

  #spawn(orders: Omit<LifeOrders, 'folder' | 'keeperProgram'>, variables: Record<string, string> = {}) {
    const { RINGBACK_ENGINE_FAILPOINT: _, ...env } = process.env;
    appendFileSync(
      this.#complaintsPath,
      `life ${this.#lives}: ${JSON.stringify({ ...orders, ...variables })}\n`,
    );
    const complaints = openSync(this.#complaintsPath, 'a');
    const argument = JSON.stringify({ folder: this.#folder, keeperProgram: this.#keeperProgram, ...orders });
    const child = spawn(process.execPath, [join(this.#folder, 'host.mjs'), argument], {
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', complaints],
    });
    closeSync(complaints);
    return child;
  }

  /** While a host lives: now and then its alarm, and seldom a keeper. */
  #killOthers(withinMs: number, signal: AbortSignal): void {
    const random = this.#random;
    const later = (kill: () => void) =>
      void sleep(random.below(withinMs), undefined, { signal }).then(kill, () => {});
    if (random.below(4) === 0) later(() => this.#killAlarm());
    if (random.below(8) === 0) later(() => this.#killKeeper());
  }

  #killAlarm(): void {
    for (const pid of alarmsIn(this.#home)) {
      endIfThere(pid);
      this.#deaths.random.alarm += 1;
    }
  }

  #killKeeper(): void {
    const started = startedIn(readJournal(join(this.#folder, 'journal')));
    const running = this.#plan.processes
      .filter(({ kind }) => mayLoseKeeper.includes(kind))
      .flatMap(({ id }) => keepersOf(this.#home, started.get(id)));
    const pid = running[this.#random.below(running.length)];
    if (pid === undefined) return;
    endIfThere(pid);
    this.#deaths.random.keeper += 1;
    this.killedKeepers += 1;
  }

  /** Those who died at a failpoint of theirs since the last time. Whoever has to wake a host may be a keeper, too. */
  #countReached(): void {
    for (const name of readdirSync(join(this.#folder, 'reached'))) {
      if (this.#counted.has(name)) continue;
      this.#counted.add(name);
      const [, point = '', victim = ''] = /^(.*)\.(keeper|alarm)\.\d+$/.exec(name) ?? [];
      this.#deaths.hit(point, victim === 'keeper' ? 'keeper' : 'alarm');
      if (!point.startsWith('alarm:')) this.killedKeepers += 1;
    }
  }

  async #waitForReached(point: Point): Promise<void> {
    const latest = Date.now() + MISSED_MS;
    while (!existsSync(this.#reachedPath(point)) && Date.now() < latest) await sleep(20);
  }
}

function keepersOf(home: string, id: string | undefined): number[] {
  return id === undefined ? [] : keepersIn(home, id);
}

function patienceFor({ victim, prefer }: Point): number {
  return victim === 'host' && prefer !== undefined ? LONGER_PATIENCE_MS : PATIENCE_MS;
}

/** False: it died before. */
async function isSaid(child: ChildProcess, word: string, exit: Promise<unknown>): Promise<boolean> {
  const { stdout } = child;
  if (!stdout) return false;
  const saying = new Promise<boolean>((resolve) => {
    let said = '';
    stdout.on('data', (chunk) => {
      said += chunk;
      if (said.split('\n').slice(0, -1).includes(word)) resolve(true);
    });
  });
  return Promise.race([saying, exit.then(() => false)]);
}
