import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { dieAt } from '../../faults/support/die-at.ts';
import { failpointsIn } from '../../faults/support/failpoints.ts';
import { FaultHome } from '../../faults/support/home.ts';
import { leaveRingsAlone } from '../support/not-rung.ts';

const host = join(import.meta.dirname, 'host.ts');
const points = failpointsIn(['src/agent/**/*.ts']).filter((point) => point.startsWith('goal:'));

/** What happens to each goal, whoever died. */
const whole = [
  ...['set', 'goal', 'step', 'step', 'judged wait', 'parked', 'woken', 'ring', 'step', 'judged wait'],
  ...['goal', 'step', 'judged wait', 'parked', 'unwaited', 'goal', 'step', 'judged done', 'done'],
];

test('promise 25: killed at each of its points, a goal is judged once, waits at one barrier, and is woken once', async (t) => {
  assert(points.length >= 14, points.join(', '));
  const home = new FaultHome(t);
  leaveRingsAlone(home.folder);
  const effects = join(home.folder, 'effects');
  // Each is passed for every goal.
  const rounds = points.length;
  for (const point of points) await dieAt(point, host, home.folder, effects, String(rounds));
  const last = spawn(process.execPath, [host, home.folder, effects, String(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(last.stdout), once(last, 'close')]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(said), Array.from({ length: rounds }, () => whole).flat());
  const built = Array.from({ length: rounds }, (_, at) => `built${at + 1}`);
  assert.deepEqual(readFileSync(effects, 'utf8').trim().split('\n'), built);
  const barriers = await home.client().wakeUps.list({ all: true });
  const count = (state: string) => barriers.filter((one) => one.state === state).length;
  assert.deepEqual([count('fired'), count('cancelled'), barriers.length], [rounds, rounds, 2 * rounds]);
  const rung = await home.client().notifications.history({ limit: 1_000 });
  assert.deepEqual([...new Set(rung.map(({ type, state }) => `${type} ${state}`))], ['wake_up delivered']);
  assert.equal(rung.length, rounds);
});
