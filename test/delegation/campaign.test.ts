import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { amount, isFull } from '../faults/support/amount.ts';
import { Deaths } from '../faults/support/deaths.ts';
import { FaultHome } from '../faults/support/home.ts';
import { checkFault } from '../faults/support/package.ts';
import { type Random, seededRandom } from '../faults/support/random.ts';
import { type Planted, planted } from './campaign/faults.ts';
import { packageWith } from './campaign/package.ts';
import { points, type Victim } from './campaign/points.ts';
import { Round } from './campaign/round.ts';

const ROUNDS = amount(1, 10);
/** A home by itself leaves half of the machine idle. */
const AT_ONCE = amount(1, 2);
/** What the full campaign has to come to. */
const LEAST_HITS = 5;
const LEAST_KILLS = 500;
/** Not every death shows a planted fault. */
const DEATHS_PER_FAULT = 6;

const folder = await packageWith([], after);
/** Those that are soon come to. */
const soon = points.filter(({ name }) =>
  /^(delegate:|delegation:.*(rows|start|begin|outcome)|goal:(judged|parked|barrier-set))/.test(name),
);

/** What was not right. */
async function runRound(
  t: TestContext,
  random: Random,
  deaths: Deaths<Victim>,
  seen: string[],
): Promise<string[]> {
  const round = await Round.begin({ home: new FaultHome(t), package: folder, random, deaths, seen });
  const lives = amount(3, 50);
  for (let life = 0; life < lives; life += 1) {
    const isAtPoint = isFull ? random.below(8) > 0 : life < 2;
    await round.live(isAtPoint ? deaths.choose(random, isFull ? undefined : soon) : undefined);
  }
  return round.finish();
}

test('promises 24 and 25: parent, delegates, keepers, agent and daemon are killed at their points and at random: each unit has one outcome, told once', async (t) => {
  const random = seededRandom(t);
  const deaths = new Deaths(points);
  const began = Date.now();
  const problems: string[] = [];
  const seen: string[] = [];
  try {
    let left = ROUNDS;
    const work = async () => {
      while (left-- > 0 && problems.length === 0) problems.push(...(await runRound(t, random, deaths, seen)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    t.diagnostic(`${deaths.total} kills in ${Math.round((Date.now() - began) / 1000)} s`);
    for (const [what, all] of Map.groupBy(seen.toSorted(), (one) => one))
      t.diagnostic(`${what}: ${all.length}`);
    for (const line of deaths.table.split('\n')) t.diagnostic(line);
  }
  assert.deepEqual(problems, [], `RINGBACK_SEED=${random.seed}`);
  if (!isFull) return;
  assert.deepEqual(deaths.lessThan(LEAST_HITS), [], `failpoints with less than ${LEAST_HITS} kills`);
  assert(deaths.total >= LEAST_KILLS, `${deaths.total} kills`);
});

test('the faults that the campaign has to find can be planted', () => {
  for (const fault of Object.values(planted).flatMap(({ faults }) => faults)) checkFault(fault);
});

if (isFull)
  test('the campaign finds planted faults', { concurrency: AT_ONCE }, async (t) => {
    const find = async (t: TestContext, { faults, at, found, goals }: Planted) => {
      const broken = await packageWith(faults, (clean) => t.after(clean));
      const [home, random, deaths] = [new FaultHome(t), seededRandom(t), new Deaths(points)];
      const round = await Round.begin({ home, package: broken, random, deaths, goals });
      for (let times = 0; times < DEATHS_PER_FAULT; times += 1) await round.live(at);
      assert.match((await round.finish()).join('\n'), found);
    };
    const faults = Object.entries(planted);
    await Promise.all(faults.map(([name, fault]) => t.test(name, (t) => find(t, fault))));
  });
