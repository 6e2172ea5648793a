import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { amount } from '../faults/support/amount.ts';
import { dieAt } from '../faults/support/die-at.ts';
import { failpointsIn } from '../faults/support/failpoints.ts';
import { FaultHome } from '../faults/support/home.ts';
import { daemonsIn, endIfThere } from '../faults/support/proc.ts';
import { seededRandom } from '../faults/support/random.ts';
import type { Turn } from '../testbed/model/script.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { builder } from './support/builder.ts';
import { checkAll, effectsOf, host, live } from './support/lives.ts';
import { leaveRingsAlone } from './support/not-rung.ts';

const points = failpointsIn(['src/agent/*.ts', 'src/agent/compaction/*.ts', 'src/agent/store/*.ts']).filter(
  // Those of goals are in goal/crash.test.ts.
  (point) => point.startsWith('agent:'),
);

test('the agent has points at which it may die', () => assert(points.length >= 13, points.join(', ')));

test('promise 23: killed at each of its points, the agent goes on where it was, and does nothing twice', async (t) => {
  const home = new FaultHome(t);
  leaveRingsAlone(home.folder);
  // Each is passed in every round.
  const rounds = points.length;
  for (const point of points) await dieAt(point, host, home.folder, effectsOf(home), String(rounds));
  await checkAll(home, rounds, await live(home, rounds));
});

test(`promise 23: the agent, asking over HTTP, and the daemon are killed at random, and nothing is done twice`, async (t) => {
  const rounds = amount(3, 40);
  const random = seededRandom(t);
  const home = new FaultHome(t);
  leaveRingsAlone(home.folder);
  const standIn = await startBuilder(t, home, rounds);
  let kills = 0;
  let said: Awaited<ReturnType<typeof live>>;
  while (!said) {
    // Long enough to get somewhere: it has to come up first.
    const endAfter = kills < rounds * 4 ? 400 + random.below(800) : undefined;
    said = await live(home, rounds, { ...(endAfter !== undefined && { endAfter }), standIn });
    kills += 1;
    if (random.below(3) === 0) for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  }
  t.diagnostic(`${kills} kills`);
  await checkAll(home, rounds, said);
});

/** The stand-in for a model, on loopback: it answers by what it is shown, however often it is asked. */
async function startBuilder(t: TestContext, home: FaultHome, rounds: number): Promise<string> {
  const standIn = await StandIn.start();
  t.after(() => standIn.stop());
  const decide = builder(effectsOf(home), rounds);
  const turn: Turn = ({ said }) => {
    const heard = said.filter(({ by }) => by === 'user').map(({ text }) => text);
    const reply = decide(heard, said.at(-1)?.by === 'tool');
    if (typeof reply === 'string') return reply;
    return reply.map(([tool, input]) => ({ tool, input: input as Record<string, unknown> }));
  };
  standIn.script('build', new Array(10_000).fill(turn));
  return standIn.url;
}
