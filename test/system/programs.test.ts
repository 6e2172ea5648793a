import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAlive } from '../engine/test-home.ts';
import { failpointsIn } from '../faults/support/failpoints.ts';
import { keepersIn } from '../faults/support/proc.ts';
import { until } from '../until.ts';
import { KeptHome } from './kept-home.ts';

/** Up again by itself, and never two at once: each pid that has answered is gone, but for one. */
async function untilUpAgain(home: KeptHome, before: number): Promise<number> {
  const living = () => home.lives.filter((pid) => pid !== before && isAlive(pid));
  await until(() => living().length === 1, 'the next program');
  assert.equal(home.programs.length, 1, 'one runs');
  return living()[0] ?? 0;
}

test('promise 21: who asks for it at the same time gets one program, with a keeper, left out of lists', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const pids = await Promise.all(Array.from({ length: 5 }, () => home.up()));
  assert.equal(new Set(pids).size, 1);
  assert.deepEqual(home.lives, [pids[0]]);

  const client = home.client(false);
  const [listed, ...others] = await home.system();
  assert.deepEqual([listed?.system, listed?.pid, others.length], ['agent', pids[0], 0]);
  assert.deepEqual((await client.list()).processes, []);
  const { running, processes } = await client.health();
  assert.deepEqual([running, processes], [0, 0]);
  assert.equal((await client.active({})).active, false);
  assert.equal((await client.killAll({})).killed, 0);
  assert.equal(await home.up(), pids[0], 'it is still there');
});

test('promise 21: it leaves with 0 and is down until somebody needs it; one that a person killed too', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.ask('/leave');
  await until(() => home.programs.length === 0, 'its end');
  const second = await home.up();
  assert.notEqual(second, first);
  const [running] = await home.system();
  await home.client(false).kill(running?.session_id ?? '');
  const { programs } = await home.client(false).health();
  assert.deepEqual(programs, [{ name: 'agent', state: 'down', failures: 0 }]);
  assert.equal(home.lives.length, 2, 'nobody started it meanwhile');
});

test('promise 21: the program is killed: it is up again, once', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.kill(first);
  const second = await untilUpAgain(home, first);
  assert.equal(await home.up(), second);
});

test('promise 21: the daemon is killed: the same program answers the next daemon', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.kill(...home.daemons);
  await until(() => home.daemons.length === 1, 'the next daemon, without anybody who asks');
  await until(async () => (await home.up().catch(() => 0)) === first, 'an answer');
  assert.deepEqual(home.lives, [first]);
});

test('promise 21: daemon and program are killed together: nobody asks, and it is up again, once', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.kill(...home.daemons, first);
  await untilUpAgain(home, first);
});

test('promise 21: its keeper is killed: it goes on; and with it or without the daemon it is up again, once', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.kill(...keepersIn(home.folder));
  await until(async () => (await home.system())[0]?.detached === true, 'a program without its keeper');
  assert.equal(await home.up(), first, 'it still answers');
  await home.kill(first);
  const second = await untilUpAgain(home, first);
  // Everything of ours at once.
  await home.kill(...keepersIn(home.folder), ...home.daemons, second);
  await untilUpAgain(home, second);
});

test('promise 21: the daemon is killed at each point of starting it: it is up, once', async (t) => {
  for (const point of failpointsIn(['src/system/**/*.ts'])) {
    const home = new KeptHome(t);
    await home.startDaemon(point);
    // Whoever asks is cut off, and its program may have to be killed for the daemon to come by this point.
    home.ask().catch(() => {});
    const isHere = () => home.daemons.length > 0;
    if (point === 'system:ended') {
      await until(() => home.lives.length === 1, 'the program');
      await home.kill(...home.programs);
    }
    await until(() => !isHere(), `the end of the daemon at ${point}`);
    if (!['system:before-start'].includes(point)) await until(isHere, `the next daemon after ${point}`);
    else await home.startDaemon();
    await until(async () => (await home.up().catch(() => 0)) > 0, `an answer after ${point}`);
    assert.equal(home.programs.length, 1, point);
  }
});

test('promise 21: one that crashes is tried with growing pauses, reported once, and known to doctor', async (t) => {
  const home = new KeptHome(t);
  writeFileSync(join(home.folder, 'crash'), '');
  await home.startDaemon();
  const client = home.client(false);
  const asked = home.ask();
  const failures = async () => (await client.health()).programs?.[0]?.failures ?? 0;
  await until(async () => (await failures()) >= 4, 'four failures');
  const ends = (await home.system()).map((one) => Date.parse(one.ended_at ?? '')).reverse();
  const starts = (await home.system()).map((one) => Date.parse(one.started_at)).reverse();
  const pauses = starts.slice(1, 4).map((start, i) => start - (ends[i] ?? 0));
  t.diagnostic(`pauses: ${pauses.join(', ')} ms`);
  for (const [i, pause] of pauses.entries())
    assert(pause >= 0.75 * 500 * 2 ** i - 20, `pause ${i}: ${pause} ms`);
  const reports = home.lines('daemon.log').filter((line) => line.includes('failed 3 times in a row'));
  assert.equal(reports.length, 1);
  rmSync(join(home.folder, 'crash'));
  assert.equal((await asked).status, 200, 'who has waited gets an answer');
});
