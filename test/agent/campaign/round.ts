import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deaths, Point } from '../../faults/support/deaths.ts';
import type { FaultHome } from '../../faults/support/home.ts';
import { endIfThere, keepersIn, programsGiven } from '../../faults/support/proc.ts';
import type { Random } from '../../faults/support/random.ts';
import { isWished, takeBack, wishDeath } from '../../faults/support/wish.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { ASIDE, listener } from './aside.ts';
import { checkAll } from './check.ts';
import { Person } from './person.ts';
import type { Victim } from './points.ts';
import { killAll, Programs } from './programs.ts';
import { ENOUGH, FIRST, type Work, worker } from './work.ts';

const CONVERSATION = 'conv_0123456789ab';
const foreignServer = join(import.meta.dirname, 'foreign.ts');
/** How long a life lasts in which somebody is to come to a failpoint. */
const PATIENCE_MS = 5_000;
/** These are come to beside the work. */
const beside = /left|reopened|compaction|summar|too-long|forgotten/;
/** What is left in the end takes no longer. */
const LONGEST_END_MS = 30_000;
/** So often nothing at all was under way: it will never come. */
const STUCK_LOOKS = 8;
const LOOK_MS = 200;

export type RoundOptions = {
  readonly home: FaultHome;
  readonly package: string;
  readonly random: Random;
  readonly deaths: Deaths<Victim>;
  readonly config?: object;
  /** Whether somebody says something now and then, and leaves. Default: yes. */
  readonly talks?: boolean;
};

/** One home with a conversation in it whose agent, daemon, commands and server are killed again and again. */
export class Round {
  readonly #options: RoundOptions;
  readonly #programs: Programs;
  readonly #person: Person;
  readonly #folder: string;
  readonly #standIn: StandIn;
  readonly #work: Work;
  killedKeepers = 0;

  private constructor(options: RoundOptions, standIn: StandIn) {
    const { home, config = {} } = options;
    this.#options = options;
    this.#standIn = standIn;
    this.#folder = join(home.folder, 'work');
    this.#work = { effects: join(this.#folder, 'effects'), folder: this.#folder };
    this.#programs = new Programs(home, options.package);
    this.#person = new Person(this.#programs, CONVERSATION, this.#folder);
    mkdirSync(this.#folder);
    writeFileSync(this.#work.effects, '');
    const settings = {
      agentModel: 'stand-in/small',
      agentProviders: { 'stand-in': { baseUrl: `${standIn.url}/v1` } },
      agentMcpServers: { foreign: { command: process.execPath, args: [foreignServer, this.#folder] } },
      // What is typed has to be allowed.
      agentApproval: 'rules',
      agentAllow: ['terminal', 'edit', 'wake', 'foreign_*'],
    };
    writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ ...settings, ...config }));
    // However often it is asked.
    standIn.script(FIRST, new Array(100_000).fill(worker(this.#work)));
    standIn.script(ASIDE, new Array(100_000).fill(listener));
  }

  static async begin(options: RoundOptions): Promise<Round> {
    return new Round(options, await StandIn.start());
  }

  /** Until somebody is killed, at the point or at random. `awayMs`: so long nobody is there then. */
  async live(point?: Point<Victim>, awayMs = 0): Promise<void> {
    const { random, talks = true } = this.#options;
    if (talks && (point?.name === 'agent:sent' || random.below(3) === 0)) this.#greet();
    this.#person.goesAside = talks && (beside.test(point?.name ?? '') || random.below(5) === 0);
    const over = new AbortController();
    if (point) this.#lead(point);
    const talk = this.#person.talk(over.signal);
    await Promise.race([point ? this.#awaitDeath(point) : this.#killSomebody(), talk]);
    over.abort();
    if (awayMs > 0) await this.#beAway(awayMs);
    await talk;
  }

  /** Nobody is killed any more: all work is done, and everything is as it should be. Problems that were found. */
  async finish(): Promise<string[]> {
    const { client } = this.#programs;
    this.#killBoth();
    this.#person.goesAside = false;
    this.#person.say(ENOUGH);
    const over = new AbortController();
    const talk = this.#person.talk(over.signal);
    try {
      const left = await Promise.race([this.#awaitEnd(), talk.then(() => ['nobody talks any more'])]);
      const problems = checkAll({
        work: this.#work,
        said: this.#person.said,
        items: await this.#person.items(),
        notifications: await client.notifications.history({ limit: 1_000 }),
        killedKeepers: this.killedKeepers,
      });
      return [...left, ...this.#standIn.faults, ...problems, ...(await this.#person.aside.check())];
    } finally {
      over.abort();
      await talk;
      this.#standIn.stop();
    }
  }

  #kill(victim: Victim, pids: readonly number[]): void {
    this.#options.deaths.atRandom(victim, killAll(pids));
  }

  #greet(): void {
    this.#person.say(`hello${this.#person.said.length}`);
  }

  /** To where it is come to by those who begin. */
  #lead(point: Point<Victim>): void {
    wishDeath(this.#folder, point.name);
    if (/^(recover:|system:[^e])/.test(point.name)) this.#kill('daemon', this.#programs.daemons);
    if (/^(system:|server:starting)/.test(point.name)) this.#kill('agent', this.#programs.agents);
  }

  async #awaitDeath(point: Point<Victim>): Promise<void> {
    const began = Date.now();
    let isNudged = this.#options.talks === false;
    while (isWished(this.#folder) && Date.now() - began < PATIENCE_MS) {
      await sleep(20);
      if (isNudged || Date.now() - began < PATIENCE_MS / 2) continue;
      isNudged = true;
      this.#greet();
    }
    if (!takeBack(this.#folder)) this.#options.deaths.hit(point);
  }

  /** The daemon is held, and starts nobody. */
  async #beAway(ms: number): Promise<void> {
    const { daemons } = this.#programs;
    for (const pid of daemons) endIfThere(pid, 'SIGSTOP');
    this.#kill('agent', this.#programs.agents);
    await sleep(ms);
    for (const pid of daemons) endIfThere(pid, 'SIGCONT');
  }

  #killBoth(): void {
    this.#kill('daemon', this.#programs.daemons);
    this.#kill('agent', this.#programs.agents);
  }

  async #killSomebody(): Promise<void> {
    const { random } = this.#options;
    await sleep(random.below(1_500));
    const what = random.below(7);
    if (what <= 1 || what === 6) this.#kill('agent', this.#programs.agents);
    if (what >= 1 && what <= 2) this.#kill('daemon', this.#programs.daemons);
    if (what === 3) this.#killKeeper();
    if (what === 4) this.#kill('server', programsGiven(this.#folder, /foreign\.ts$/));
    if (what === 5) this.#kill('keeper', await this.#programs.agentKeepers().catch(() => []));
  }

  /** Of a build, whose trace may be lost with it; not of the one that is typed to. */
  #killKeeper(): void {
    const { home, random } = this.#options;
    const ids = home.ids.filter((id) => {
      const spec = home.keep(id, 'spec');
      return existsSync(spec) && readFileSync(spec, 'latin1').includes('echo built');
    });
    const pids = ids.flatMap((id) => keepersIn(home.folder, id));
    const pid = pids[random.below(pids.length)];
    if (pid === undefined) return;
    this.#kill('keeper', [pid]);
    this.killedKeepers += 1;
  }

  /** What is left to do when nothing is under way any more, or it takes too long. */
  async #awaitEnd(): Promise<string[]> {
    const latest = Date.now() + LONGEST_END_MS;
    let looks = 0;
    let underWay: string[] = [];
    while (looks < STUCK_LOOKS) {
      if (Date.now() > latest) return [`it does not come to an end: ${underWay.join(', ')}`];
      await sleep(LOOK_MS);
      underWay = await this.#underWay().catch((error) => [String(error)]);
      looks = underWay.length > 0 ? 0 : looks + 1;
      if (looks > 0 && this.#traces.includes('rung') && this.#traces.includes(`heard-${ENOUGH}`)) return [];
    }
    return ['the work is not done, and nothing is under way'];
  }

  async #underWay(): Promise<string[]> {
    const { client } = this.#programs;
    const { processes } = await client.list({});
    const running = processes.filter(({ status }) => status === 'running').map(({ command }) => command);
    const told = await client.notifications.history({ limit: 1_000 });
    const untold = told.filter(({ state }) => state !== 'delivered' && state !== 'consumed');
    const wakes = (await client.wakeUps.list({})).filter(({ state }) => state === 'pending');
    return [
      ...running.filter((command) => !command.startsWith('while read')),
      ...untold.map(({ id, type, state, text }) => `${id} (${type}) is ${state}: ${text}`),
      ...wakes.map(({ note }) => `wake-up ${note}`),
      ...(await this.#person.busyWith()),
    ];
  }

  get #traces(): string[] {
    return readFileSync(this.#work.effects, 'utf8').trim().split('\n');
  }
}
