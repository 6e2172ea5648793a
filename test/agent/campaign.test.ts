import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { amount, isFull } from '../faults/support/amount.ts';
import { Deaths } from '../faults/support/deaths.ts';
import { FaultHome } from '../faults/support/home.ts';
import { checkFault, type Fault, makePackage } from '../faults/support/package.ts';
import { type Random, seededRandom } from '../faults/support/random.ts';
import { planted } from './campaign/faults.ts';
import { ofLoop, points, type Victim } from './campaign/points.ts';
import { Round } from './campaign/round.ts';

const ROUNDS = amount(1, 12);
/** A home by itself leaves half of the machine idle. */
const AT_ONCE = amount(1, 2);
/** What the full campaign has to come to. */
const LEAST_HITS = 5;
const LEAST_KILLS = 500;

function packageWith(faults: readonly Fault[], end: (clean: () => void) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-package-'));
  end(() => removeFolder(folder));
  return makePackage(folder, faults);
}

const folder = await packageWith([], after);

/** What was not right. */
async function runRound(t: TestContext, random: Random, deaths: Deaths<Victim>): Promise<string[]> {
  const round = await Round.begin({ home: new FaultHome(t), package: folder, random, deaths });
  const lives = amount(4, 44);
  for (let life = 0; life < lives; life += 1) {
    const isAtPoint = isFull ? random.below(4) > 0 : life < 3;
    await round.live(isAtPoint ? deaths.choose(random, isFull ? undefined : ofLoop) : undefined);
  }
  return round.finish();
}

test('promise 23: agent, daemon and commands are killed at their points and at random: every effect, message and ring once', async (t) => {
  const random = seededRandom(t);
  const deaths = new Deaths(points);
  const began = Date.now();
  const problems: string[] = [];
  try {
    let left = ROUNDS;
    const work = async () => {
      while (left-- > 0 && problems.length === 0) problems.push(...(await runRound(t, random, deaths)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    t.diagnostic(`${deaths.total} kills in ${Math.round((Date.now() - began) / 1000)} s`);
    for (const line of deaths.table.split('\n')) t.diagnostic(line);
  }
  assert.deepEqual(problems, [], `RINGBACK_SEED=${random.seed}`);
  if (!isFull) return;
  assert.deepEqual(deaths.lessThan(LEAST_HITS), [], `failpoints with less than ${LEAST_HITS} kills`);
  assert(deaths.total >= LEAST_KILLS, `${deaths.total} kills`);
});

/** One home in which the agent dies at these points, one after the other. What was not right. */
async function dieAt(
  t: TestContext,
  folder: string,
  names: readonly string[],
  awayMs = 0,
  config: object = {},
): Promise<string[]> {
  const [home, random, deaths] = [new FaultHome(t), seededRandom(t), new Deaths(points)];
  const round = await Round.begin({ home, package: folder, random, deaths, config, talks: false });
  for (const name of names) await round.live({ name, victim: 'agent' }, awayMs);
  return round.finish();
}

if (isFull)
  test('promise 23: an agent that was dead for longer than anybody remembers its calls repeats none, and says that it does not know', async (t) => {
    const config = { historyMs: 500, callIdMs: 500, retentionMs: 0, leaseMs: 500 };
    const problems = await dieAt(t, folder, ['agent:call-done:3'], 1_000, config);
    assert.deepEqual(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', /^beside1 is answered: OUTCOME UNKNOWN/);
  });

test('the faults that the campaign has to find can be planted', () => {
  for (const fault of Object.values(planted).flatMap(({ faults }) => faults)) checkFault(fault);
});

for (const [name, { faults, at, found }] of isFull ? Object.entries(planted) : [])
  test(`the campaign finds a planted fault: ${name}`, async (t) => {
    // Not every death there shows it: what is acknowledged may be a result, not a ring.
    const deaths = new Array<string>(5).fill(at);
    const broken = await packageWith(faults, (clean) => t.after(clean));
    const problems = await dieAt(t, broken, ['agent:before-finish', ...deaths]);
    assert.match(problems.join('\n'), found);
  });
