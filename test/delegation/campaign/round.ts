import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../src/base/errors.ts';
import type { WireItem } from '../../../src/wire/conversation-item.ts';
import type { WireDelegation } from '../../../src/wire/delegation.ts';
import { killAll } from '../../agent/campaign/programs.ts';
import { amount } from '../../faults/support/amount.ts';
import type { Deaths, Point } from '../../faults/support/deaths.ts';
import type { FaultHome } from '../../faults/support/home.ts';
import { readJournal } from '../../faults/support/journal.ts';
import { commandLineOf, endIfThere, pidsOf } from '../../faults/support/proc.ts';
import type { Random } from '../../faults/support/random.ts';
import { isWished, takeBack, wishDeath } from '../../faults/support/wish.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { awaitEnd } from './await-end.ts';
import { checkDelegations } from './check.ts';
import { checkGoals } from './check-goals.ts';
import { Crowd } from './crowd.ts';
import type { Kind } from './goals.ts';
import { takeKeeperWishBack, wishKeeperDeath } from './keeper-wish.ts';
import { model } from './model.ts';
import type { Entry } from './parent.ts';
import { effectsIn, enoughIn, favouredIn, journalIn, SESSION } from './plan.ts';
import { favouredBy, goalsFor, type Victim } from './points.ts';
import { Seeker } from './seeker.ts';

/** How long a life lasts in which somebody is to come to a failpoint. */
const PATIENCE_MS = 6_000;
const LOOK_MS = 200;
/** More than a home ever tells. */
const MOST_NOTIFICATIONS = 1_000;

export type RoundOptions = {
  readonly home: FaultHome;
  readonly package: string;
  readonly random: Random;
  readonly deaths: Deaths<Victim>;
  /** What kind they are of, if all are of one. */
  readonly goals?: Kind | undefined;
  /** What came of tasks and goals in the end is added here. */
  readonly seen?: string[];
};

/** That somebody dies. `takeBack`: false where somebody has. */
type Wish = { isOpen(): boolean; takeBack(): boolean };

/** One home in which delegates are sent and goals pursued, and anybody may be killed, again and again. */
export class Round {
  readonly #options: RoundOptions;
  readonly #crowd: Crowd;
  readonly #seeker: Seeker;
  readonly #folder: string;
  readonly #standIn: StandIn;
  /** Units, all of whose tasks were. */
  readonly #interrupted = new Set<string>();

  private constructor(options: RoundOptions, standIn: StandIn) {
    const { home } = options;
    this.#options = options;
    this.#standIn = standIn;
    this.#folder = join(home.folder, 'work');
    this.#crowd = new Crowd(home, options.package);
    this.#seeker = new Seeker(this.#crowd.client, this.#folder);
    mkdirSync(this.#folder);
    writeFileSync(effectsIn(this.#folder), '');
    const settings = {
      agentModel: 'stand-in/small',
      agentProviders: { 'stand-in': { baseUrl: `${standIn.url}/v1` } },
      delegateStopSeconds: 1,
      delegationUnits: amount(1, 3),
    };
    writeFileSync(join(home.folder, 'config.json'), JSON.stringify(settings));
    // However often it is asked, and whoever asks.
    standIn.script('', new Array(100_000).fill(model(this.#folder)));
  }

  static async begin(options: RoundOptions): Promise<Round> {
    return new Round(options, await StandIn.start());
  }

  /** Until somebody is killed, at the point or at random. */
  async live(point?: Point<Victim>): Promise<void> {
    writeFileSync(favouredIn(this.#folder), point ? favouredBy(point) : '');
    this.#seeker.favoured = this.#options.goals ?? (point && goalsFor(point));
    const over = new AbortController();
    const wish = point && (await this.#lead(point));
    const work = this.#work(over.signal);
    await Promise.race([wish ? this.#awaitDeath(point, wish) : this.#killSomebody(), work]);
    over.abort();
    await work;
  }

  /** Nobody is killed any more: all work is done, and everything is as it should be. Problems that were found. */
  async finish(): Promise<string[]> {
    writeFileSync(enoughIn(this.#folder), '');
    this.#seeker.isEnough = true;
    const over = new AbortController();
    const work = this.#work(over.signal);
    try {
      const left = await Promise.race([
        awaitEnd(this.#crowd, this.#seeker, this.#folder),
        work.then(() => ['nobody works any more']),
      ]);
      return [...left, ...this.#standIn.faults, ...(await this.#check())];
    } finally {
      over.abort();
      await work;
      this.#standIn.stop();
    }
  }

  async #check(): Promise<string[]> {
    const { client } = this.#crowd;
    const { home } = this.#options;
    const ids = (await client.delegations.list()).map(({ delegation_id }) => delegation_id);
    const items = await this.#seeker.items();
    const notifications = await client.notifications.history({ limit: MOST_NOTIFICATIONS });
    const units = await Promise.all(ids.map((id) => client.delegations.get(id)));
    this.#count(units, items);
    const problems = checkDelegations({
      folder: this.#folder,
      units,
      journal: readJournal<Entry>(journalIn(this.#folder)),
      notifications,
      processes: (await client.list({})).processes,
      rings: items.flatMap((item) => (item.kind === 'ring' ? [item.text] : [])),
      effects: readFileSync(effectsIn(this.#folder), 'utf8').trim().split('\n'),
      interrupted: this.#interrupted,
      keep: (id, file) => home.keep(id, file),
      living: (id) => pidsOf(id).map((pid) => `${pid} ${commandLineOf(pid)}`),
    });
    if (notifications.length === MOST_NOTIFICATIONS) problems.push('not all notifications were seen');
    return [...problems, ...checkGoals(items)];
  }

  #count(units: readonly WireDelegation[], items: readonly WireItem[]): void {
    const { seen } = this.#options;
    for (const { status } of units.flatMap(({ tasks }) => tasks)) seen?.push(`task ${status}`);
    for (const item of items) if (item.kind === 'goal') seen?.push(`goal ${item.event}`);
  }

  /** Everybody who works is there, until the signal falls. */
  async #work(signal: AbortSignal): Promise<void> {
    const keepUp = async () => {
      await this.#crowd.bringUp();
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    };
    await Promise.all([this.#persist(keepUp, signal), this.#persist(() => this.#seeker.act(signal), signal)]);
  }

  async #persist(act: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await act();
      } catch (error) {
        // What is said of programs that are dead or not up yet.
        if (!(error instanceof RingbackError) && !(error instanceof Error && 'code' in error)) throw error;
        await sleep(LOOK_MS / 4);
      }
    }
  }

  #kill(victim: Victim, pids: readonly number[]): void {
    this.#options.deaths.atRandom(victim, killAll(pids));
  }

  /** To where it is come to by those who begin, or who have to deal with one that hangs. */
  async #lead({ name, victim, program }: Point<Victim>): Promise<Wish> {
    const folder = this.#folder;
    if (victim === 'keeper') {
      const reached = wishKeeperDeath(folder, name);
      this.#kill('daemon', this.#crowd.daemons);
      return { isOpen: () => !existsSync(reached), takeBack: () => takeKeeperWishBack(reached) };
    }
    wishDeath(folder, name, program);
    if (name.startsWith('recover:')) this.#kill('daemon', this.#crowd.daemons);
    if (name === 'delegation:before-stop') {
      const { delegates } = this.#crowd;
      for (const pid of delegates) endIfThere(pid, 'SIGSTOP');
      // Those of whom no daemon was told would stand still for ever.
      await this.#interruptAll().catch(() => delegates.forEach((pid) => void endIfThere(pid, 'SIGCONT')));
    }
    return { isOpen: () => isWished(folder), takeBack: () => takeBack(folder) };
  }

  async #interruptAll(): Promise<void> {
    const { delegations } = this.#crowd.client;
    const mine = { session_key: SESSION };
    for (const unit of await delegations.list({ ...mine, state: 'running' }))
      this.#interrupted.add(unit.delegation_id);
    await delegations.interruptAll(mine);
  }

  async #awaitDeath(point: Point<Victim>, wish: Wish): Promise<void> {
    const began = Date.now();
    while (wish.isOpen() && Date.now() - began < PATIENCE_MS) await sleep(20);
    if (!wish.takeBack()) this.#options.deaths.hit(point);
  }

  async #killSomebody(): Promise<void> {
    const { random } = this.#options;
    await sleep(random.below(1_500));
    const crowd = this.#crowd;
    const one = <T>(all: readonly T[]): T[] => all.slice(random.below(all.length) || 0).slice(0, 1);
    const what = random.below(8);
    if (what <= 1) this.#kill('daemon', crowd.daemons);
    if (what === 1 || what === 2) this.#kill('parent', crowd.parents);
    if (what === 3) this.#kill('agent', crowd.agents);
    if (what === 4 || what === 5) this.#kill('delegate', one(crowd.delegates));
    if (what === 6) this.#kill('keeper', one(crowd.delegateKeepers));
    if (what === 7) {
      this.#kill('daemon', crowd.daemons);
      this.#kill('delegate', crowd.delegates);
    }
  }
}
