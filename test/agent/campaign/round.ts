import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultHome } from '../../faults/support/home.ts';
import { daemonsIn, endIfThere, keepersIn, programsGiven } from '../../faults/support/proc.ts';
import type { Random } from '../../faults/support/random.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { leaveRingsAlone } from '../support/not-rung.ts';
import { checkAll } from './check.ts';
import type { Deaths, Point } from './deaths.ts';
import { Life, type Message } from './life.ts';
import { ENOUGH, FIRST, type Work, worker } from './work.ts';

const foreignServer = join(import.meta.dirname, 'foreign.ts');
/** How long a life lasts in which somebody is to come to a failpoint. */
const PATIENCE_MS = 3_000;
/** So often nothing at all was under way: it will never come. */
const STUCK_LOOKS = 8;
const LOOK_MS = 200;

/** One home with a conversation in it whose agent, daemon and commands are killed again and again. */
export class Round {
  readonly #home: FaultHome;
  readonly #folder: string;
  readonly #host: string;
  readonly #standIn: StandIn;
  readonly #random: Random;
  readonly #deaths: Deaths;
  readonly #work: Work;
  /** In the order in which they were said. */
  readonly said: Message[] = [{ clientId: 'first', text: FIRST }];
  /** How many of them are known to be stored. */
  #stored = 0;
  /** Whether somebody says something now and then. */
  #talks: boolean;
  killedKeepers = 0;

  private constructor(
    home: FaultHome,
    host: string,
    standIn: StandIn,
    random: Random,
    deaths: Deaths,
    talks: boolean,
  ) {
    this.#home = home;
    this.#talks = talks;
    this.#host = host;
    this.#standIn = standIn;
    this.#random = random;
    this.#deaths = deaths;
    this.#folder = join(home.folder, 'work');
    this.#work = { effects: join(this.#folder, 'effects'), folder: this.#folder };
    mkdirSync(this.#folder);
    writeFileSync(this.#work.effects, '');
    const foreign = { command: process.execPath, args: [foreignServer, this.#folder] };
    const path = join(home.folder, 'config.json');
    const config = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    writeFileSync(path, JSON.stringify({ ...config, agentMcpServers: { foreign } }));
    leaveRingsAlone(home.folder);
    // However often it is asked.
    standIn.script(FIRST, new Array(100_000).fill(worker(this.#work)));
  }

  static async begin(
    home: FaultHome,
    host: string,
    random: Random,
    deaths: Deaths,
    talks = true,
  ): Promise<Round> {
    return new Round(home, host, await StandIn.start(), random, deaths, talks);
  }

  /** Lives until its agent, or the daemon beside it, is killed at the point; or at random. */
  async live(point?: Point): Promise<void> {
    if (point?.victim === 'daemon') this.#killDaemon();
    if (point?.victim === 'server') writeFileSync(this.#die, point.name);
    const life = this.#begin(point ? { RINGBACK_ENGINE_FAILPOINT: point.name } : {});
    const talk = this.#talk(life, point?.name === 'agent:sent');
    if (point?.victim === 'daemon') await this.#awaitDaemon(life, point);
    else if (point?.victim === 'server') await this.#awaitServer(life, point);
    else if (point) await this.#awaitAgent(life, point);
    else await this.#killAtRandom(life);
    life.kill();
    const end = await life.over;
    if (end !== 'SIGKILL') throw new Error(`the agent ended by itself, with ${end}`);
    await talk;
  }

  /** Nobody is killed any more: all work is done, and everything is as it should be. Problems that were found. */
  async finish(): Promise<string[]> {
    this.said.push({ clientId: 'last', text: ENOUGH });
    this.#talks = false;
    const life = this.#begin({});
    try {
      await this.#talk(life);
      const isDone = await this.#isDone(life);
      const problems = await checkAll({
        work: this.#work,
        said: this.said,
        entries: await life.entries(),
        notifications: await this.#home.client().notifications.history({ limit: 1_000 }),
        killedKeepers: this.killedKeepers,
      });
      return [
        ...(isDone ? [] : ['the work is not done, and nothing is under way']),
        ...this.#standIn.faults,
        ...problems,
      ];
    } finally {
      life.kill();
      await life.over;
      this.#standIn.stop();
    }
  }

  #begin(variables: Record<string, string>): Life {
    return new Life(this.#host, [this.#home.folder, this.#folder, this.#standIn.url], variables);
  }

  /** Says again what nobody has confirmed, and now and then something new. */
  async #talk(life: Life, hasNews = false): Promise<void> {
    if (!(await life.up())) return;
    if (hasNews || (this.#talks && this.#random.below(3) === 0))
      this.said.push({ clientId: crypto.randomUUID(), text: `hello${this.said.length}` });
    for (const message of this.said.slice(this.#stored)) {
      if (!(await life.send(message))) return;
      this.#stored += 1;
    }
  }

  async #awaitAgent(life: Life, point: Point): Promise<void> {
    await Promise.race([life.over, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (life.isOver) this.#deaths.hit(point);
    else this.#deaths.random.agent += 1;
  }

  /** Who comes after it would die there, too: the agent is killed with it. */
  async #awaitDaemon(life: Life, point: Point): Promise<void> {
    await life.up();
    const latest = Date.now() + PATIENCE_MS;
    let pid: number | undefined;
    while (Date.now() < latest && !life.isOver) {
      await sleep(20);
      if (pid === undefined) [pid] = daemonsIn(this.#home.folder);
      if (pid === undefined || isThere(pid)) continue;
      this.#deaths.hit(point);
      break;
    }
    this.#deaths.random.agent += 1;
  }

  /** It is started again, and the agent goes on for a while. */
  async #awaitServer(life: Life, point: Point): Promise<void> {
    const latest = Date.now() + PATIENCE_MS;
    while (existsSync(this.#die) && Date.now() < latest && !life.isOver) await sleep(20);
    if (!existsSync(this.#die)) this.#deaths.hit(point);
    rmSync(this.#die, { force: true });
    await sleep(this.#random.below(700));
    this.#deaths.random.agent += 1;
  }

  get #die(): string {
    return join(this.#folder, 'die');
  }

  async #killAtRandom(life: Life): Promise<void> {
    const random = this.#random;
    await life.up();
    const what = random.below(6);
    await sleep(random.below(700));
    if (what <= 1) this.#killDaemon();
    if (what === 2) this.#killKeeper();
    if (what === 3) this.#killServer();
    if (what === 1) await sleep(random.below(700));
    this.#deaths.random.agent += 1;
  }

  #killDaemon(): void {
    for (const pid of daemonsIn(this.#home.folder)) {
      endIfThere(pid);
      this.#deaths.random.daemon += 1;
    }
  }

  #killServer(): void {
    for (const pid of programsGiven(this.#folder, /foreign\.ts$/)) {
      endIfThere(pid);
      this.#deaths.random.server += 1;
    }
  }

  /** Of a build, whose trace may be lost with it; not of the one that is typed to. */
  #killKeeper(): void {
    const ids = this.#home.ids.filter((id) => {
      const spec = this.#home.keep(id, 'spec');
      return existsSync(spec) && readFileSync(spec, 'latin1').includes('echo built');
    });
    const pids = ids.flatMap((id) => keepersIn(this.#home.folder, id));
    const pid = pids[this.#random.below(pids.length)];
    if (pid === undefined) return;
    endIfThere(pid);
    this.#deaths.random.keeper += 1;
    this.killedKeepers += 1;
  }

  async #isDone(life: Life): Promise<boolean> {
    const client = this.#home.client();
    for (let looks = 0; looks < STUCK_LOOKS; looks += 1) {
      await sleep(LOOK_MS);
      const { processes } = await client.list({});
      const running = processes.filter(({ status }) => status === 'running').length;
      const told = await client.notifications.history({ limit: 1_000 });
      const wakes = (await client.wakeUps.list({})).filter(({ state }) => state === 'pending');
      const isUnderWay =
        !life.isIdle ||
        running > 1 ||
        wakes.length > 0 ||
        told.some(({ state }) => !/^(delivered|consumed)$/.test(state));
      if (isUnderWay) looks = -1;
      else if (this.#traces.includes('rung') && this.#traces.includes(`heard-${ENOUGH}`)) return true;
    }
    return false;
  }

  get #traces(): string[] {
    return readFileSync(this.#work.effects, 'utf8').trim().split('\n');
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
