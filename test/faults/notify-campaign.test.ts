import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { CampaignCheck } from './campaign/check.ts';
import { isLax, makePlan } from './campaign/plan.ts';
import { amount } from './support/amount.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { type Random, seededRandom } from './support/random.ts';

const ROUNDS = amount(2, 8);
const KILLS = amount(30, 126);
/** One for each life, so that none is idle. */
const PROCESSES = KILLS;
/** A home by itself leaves half of the machine idle. */
const AT_ONCE = 2;

/** As one file: a host then starts in 50 ms, and there are many. */
function bundleHost(folder: string): void {
  const outfile = join(folder, 'host.mjs');
  const entryPoints = [join(import.meta.dirname, 'campaign/host.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
}

/** Those that a life of the campaign can pass. */
const failpoints = failpointsIn(['src/notify/**/*.ts', 'src/engine/*.ts']).filter(
  (name) => !/^(prune|write):/.test(name),
);

/** How often each was tried, and how often it was the death of a host. */
class Deaths {
  readonly #tries = new Map<string, number>(failpoints.map((name) => [name, 0]));
  readonly #hits = new Map<string, number>(failpoints.map((name) => [name, 0]));
  total = 0;

  /** One of those that were tried least. A silence ends in few lives, and only where there are any. */
  choose(random: Random, hasOverflows: boolean): string {
    const isAboutSilence = hasOverflows && random.below(3) === 0;
    const fit = [...this.#tries].filter(([name]) => name.startsWith('breaker:') === isAboutSilence);
    const least = Math.min(...fit.map(([, tries]) => tries));
    const untried = fit.filter(([, tries]) => tries === least);
    const name = untried[random.below(untried.length)]?.[0] ?? '';
    this.#tries.set(name, least + 1);
    return name;
  }

  note(name: string | undefined): void {
    this.total += 1;
    if (name !== undefined) this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
  }

  get missed(): string[] {
    return [...this.#hits].filter(([, hits]) => hits === 0).map(([name]) => name);
  }

  get summary(): string {
    return [...this.#hits].map(([name, hits]) => `${name} ${hits}`).join(', ');
  }
}

/** Lets a host live until a failpoint or, at a random moment, we kill it. */
async function liveAndDie(
  folder: string,
  random: Random,
  deaths: Deaths,
  hasOverflows: boolean,
): Promise<void> {
  const name = random.below(2) === 0 ? deaths.choose(random, hasOverflows) : undefined;
  // Recovery passes once, and a life starts few.
  const count = /^(recover|start|breaker):/.test(name ?? '') ? 1 : 1 + random.below(3);
  const failpoint = name && `${name}:${count}`;
  const starts = random.below(3) + Number(count === 1);
  const careless = [0, 0, 2, 3, 5][random.below(5)] ?? 0;
  const child = spawn(process.execPath, argumentsFor(folder, starts, careless), {
    env: { ...process.env, ...(failpoint !== undefined && { RINGBACK_ENGINE_FAILPOINT: failpoint }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const isOpening = await Promise.race([once(child.stdout, 'data').then(() => true), exit.then(() => false)]);
  const patience = new AbortController();
  const mostMs = failpoint === undefined ? 2 ** (2 + random.below(7)) : 1_000;
  let isOurs = false;
  if (isOpening) {
    const kill = sleep(mostMs, undefined, { signal: patience.signal }).then(() => {
      isOurs = child.kill('SIGKILL');
    });
    kill.catch(() => {});
  }
  const [code, signal] = await exit;
  patience.abort();
  assert.equal(signal, 'SIGKILL', `a host ended by itself, with ${code}`);
  deaths.note(isOurs ? undefined : name);
}

function argumentsFor(folder: string, starts: number | 'finish', careless: number): string[] {
  return [join(folder, 'host.mjs'), folder, findKeeperProgram(), String(starts), String(careless)];
}

async function finish(folder: string): Promise<void> {
  const child = spawn(process.execPath, argumentsFor(folder, 'finish', 3), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  assert.deepEqual(await once(child, 'exit'), [0, null], 'the last host finds an end');
}

async function runRound(t: TestContext, round: number, random: Random, deaths: Deaths): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-campaign-'));
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  new FaultHome(t, { folder: join(folder, 'home') });
  t.after(() => removeFolder(folder));
  const plan = makePlan(random, round, PROCESSES);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  bundleHost(folder);
  for (let kills = 0; kills < KILLS; kills += 1) await liveAndDie(folder, random, deaths, !isLax(plan));
  await finish(folder);
  const counts = new CampaignCheck(folder, plan).run();
  t.diagnostic(`round ${round}: ${JSON.stringify(counts)}`);
}

test(`promises 11, 12, 13, 14: ${ROUNDS * KILLS} kills of the host, at random and at failpoints, and nothing is lost, doubled or misplaced`, async (t) => {
  const random = seededRandom(t);
  const deaths = new Deaths();
  const began = Date.now();
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const worker = async () => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift())
      await runRound(t, round, random, deaths);
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const one of workers) if (one.status === 'rejected') throw one.reason;
  t.diagnostic(`${deaths.total} kills in ${Math.round((Date.now() - began) / 1000)} s: ${deaths.summary}`);
  if (KILLS > 100) assert.deepEqual(deaths.missed, [], 'failpoints that no host came to');
});
