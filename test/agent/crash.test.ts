import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount } from '../faults/support/amount.ts';
import { dieAt } from '../faults/support/die-at.ts';
import { failpointsIn } from '../faults/support/failpoints.ts';
import { FaultHome } from '../faults/support/home.ts';
import { daemonsIn, endIfThere } from '../faults/support/proc.ts';
import { seededRandom } from '../faults/support/random.ts';
import { checkAll, effectsOf, host, live } from './support/lives.ts';

const points = failpointsIn(['src/agent/*.ts', 'src/agent/store/*.ts']);

test('the agent has points at which it may die', () => assert(points.length >= 13, points.join(', ')));

for (const point of points) {
  test(`promise 23: killed at ${point}, the agent goes on where it was, and does nothing twice`, async (t) => {
    const home = new FaultHome(t);
    await dieAt(point, host, home.folder, effectsOf(home));
    await checkAll(home, 1, await live(home, 1));
  });
}

test(`promise 23: the agent and the daemon are killed at random, and nothing is done twice`, async (t) => {
  const rounds = amount(3, 40);
  const random = seededRandom(t);
  const home = new FaultHome(t);
  let kills = 0;
  let said: Awaited<ReturnType<typeof live>>;
  while (!said) {
    // Long enough to get somewhere: it has to come up first.
    said = await live(home, rounds, kills < rounds * 4 ? 300 + random.below(500) : undefined);
    kills += 1;
    if (random.below(3) === 0) for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  }
  t.diagnostic(`${kills} kills`);
  await checkAll(home, rounds, said);
});
