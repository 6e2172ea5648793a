import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { bundle } from '../bundle.ts';
import { builtKeeper } from '../native/build.ts';
import { checkRound } from './campaign/check.ts';
import { makePlan } from './campaign/plan.ts';
import { Deaths } from './campaign/points.ts';
import { Round } from './campaign/round.ts';
import { amount, isFull } from './support/amount.ts';
import { FaultHome } from './support/home.ts';
import { type Random, seededRandom } from './support/random.ts';

const ROUNDS = amount(2, 8);
const LIVES = amount(16, 110);
/** One for each life, so that none is idle. */
const PROCESSES = LIVES;
/** A home by itself leaves half of the machine idle: it waits for times to come. */
const AT_ONCE = amount(2, 4);
/** What the full campaign has to come to. */
const LEAST_HITS = 5;
const LEAST_KILLS = 1_000;

async function runRound(t: TestContext, number: number, random: Random, deaths: Deaths): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-campaign-'));
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  new FaultHome(t, { folder: join(folder, 'home') });
  t.after(() => removeFolder(folder));
  const plan = makePlan(random, number, PROCESSES);
  bundle(join(import.meta.dirname, 'campaign/host.ts'), join(folder, 'host.mjs'));
  const round = new Round(folder, builtKeeper('ringback-keeper-test'), plan, random, deaths);
  const problems: string[] = [];
  try {
    for (let life = 0; life < LIVES; life += 1) await round.live();
    await round.finish();
  } catch (error) {
    problems.push(String(error));
  }
  const { violations, counts } = checkRound(folder, plan, round.killedKeepers);
  problems.push(...violations);
  t.diagnostic(`round ${number}: ${JSON.stringify(counts)}`);
  if (problems.length === 0) return;
  const said = `what the hosts of round ${number} said:\n${round.complaints}`;
  assert.fail([`RINGBACK_SEED=${random.seed}, round ${number}:`, ...problems, said].join('\n'));
}

test(`promises 11, 12, 13, 14, 19, 20: ${ROUNDS * LIVES} lives of a host that is killed, and its alarm and keepers, at random and at failpoints: nothing is lost, doubled or misplaced`, async (t) => {
  const random = seededRandom(t);
  const deaths = new Deaths();
  const began = Date.now();
  const rounds = Array.from({ length: ROUNDS }, (_, number) => number);
  const worker = async () => {
    for (let number = rounds.shift(); number !== undefined; number = rounds.shift())
      await runRound(t, number, random, deaths);
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  t.diagnostic(`${deaths.total} kills in ${Math.round((Date.now() - began) / 1000)} s`);
  for (const line of deaths.table.split('\n')) t.diagnostic(line);
  for (const one of workers) if (one.status === 'rejected') throw one.reason;
  if (!isFull) return;
  assert.deepEqual(deaths.lessThan(LEAST_HITS), [], `failpoints with less than ${LEAST_HITS} kills`);
  assert(deaths.total >= LEAST_KILLS, `${deaths.total} kills`);
});
