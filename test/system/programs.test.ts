import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAlive } from '../engine/test-home.ts';
import { failpointsIn } from '../faults/support/failpoints.ts';
import { keepersIn } from '../faults/support/proc.ts';
import { until } from '../until.ts';
import { KeptHome } from './kept-home.ts';

/** Up again by itself, and never two at once: all that have ever answered are gone, but for one. */
async function untilUpAgain(home: KeptHome, before: number): Promise<number> {
  const living = () => home.lives.filter((pid) => pid !== before && isAlive(pid));
  await until(() => living().length === 1, 'the next program');
  assert.equal(home.programs.length, 1, 'one runs');
  return living()[0] ?? 0;
}

test('promise 21: it is brought up once for all who ask, left out of lists, and down when it has left', async (t) => {
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

  // With exit code 0: until somebody needs it.
  await home.ask('/leave');
  await until(() => home.programs.length === 0, 'its end');
  const second = await home.up();
  assert.notEqual(second, pids[0]);
  // A person has ended it: the same.
  await client.kill((await home.system())[0]?.session_id ?? '');
  assert.deepEqual((await client.health()).programs, [{ name: 'agent', state: 'down', failures: 0 }]);
  assert.equal(home.lives.length, 2, 'nobody has started it meanwhile');
});

test('promise 21: program, daemon, keeper, or all of them are killed: it is up again by itself, once', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const first = await home.up();
  await home.kill(first);
  const second = await untilUpAgain(home, first);

  await home.kill(...home.daemons);
  await until(() => home.daemons.length === 1, 'the next daemon, though nobody asks');
  await until(
    async () => (await home.up().catch(() => 0)) === second,
    'the same program for the next daemon',
  );

  await home.kill(...home.daemons, second);
  const third = await untilUpAgain(home, second);

  await until(async () => (await home.up().catch(() => 0)) === third, 'a daemon that knows it');
  await home.kill(...keepersIn(home.folder));
  await until(async () => (await home.system())[0]?.detached === true, 'a program without its keeper');
  assert.equal(await home.up(), third, 'which still answers');
  await home.kill(third);
  const fourth = await untilUpAgain(home, third);

  await until(async () => (await home.up().catch(() => 0)) === fourth, 'a daemon that knows it');
  await home.kill(...keepersIn(home.folder), ...home.daemons, fourth);
  await untilUpAgain(home, fourth);
  assert.equal(home.lives.length, 5);
});

test('promise 21: the daemon is killed at each point of keeping it: it is up, once', async (t) => {
  for (const point of failpointsIn(['src/system/**/*.ts'])) {
    const home = new KeptHome(t);
    await home.startDaemon(point);
    // Whoever asks is cut off.
    home.ask().catch(() => {});
    if (point === 'system:ended') {
      await until(() => home.lives.length === 1, 'the program');
      await home.kill(...home.programs);
    }
    await until(() => home.daemons.length === 0, `the end of the daemon at ${point}`);
    await until(() => home.daemons.length === 1, `the next daemon after ${point}`);
    await until(async () => (await home.up().catch(() => 0)) > 0, `an answer after ${point}`);
    assert.equal(home.programs.length, 1, point);
  }
});

test('promise 21: one that crashes is tried with growing pauses, reported once, and whoever asks is told', async (t) => {
  const home = new KeptHome(t);
  writeFileSync(join(home.folder, 'crash'), '');
  await home.startDaemon();
  const client = home.client(false);
  const asked = home.ask();
  const failures = async () => (await client.health()).programs[0]?.failures ?? 0;
  await until(async () => (await failures()) >= 4, 'four failures');
  const ends = (await home.system()).map((one) => Date.parse(one.ended_at ?? '')).reverse();
  const starts = (await home.system()).map((one) => Date.parse(one.started_at)).reverse();
  const pauses = starts.slice(1, 4).map((start, i) => start - (ends[i] ?? 0));
  t.diagnostic(`pauses: ${pauses.join(', ')} ms`);
  for (const [i, pause] of pauses.entries())
    assert(pause >= 0.75 * 500 * 2 ** i - 20, `pause ${i}: ${pause} ms`);
  const reports = home.lines('daemon.log').filter((line) => line.includes('failed 3 times in a row'));
  assert.equal(reports.length, 1);
  const [status] = (await client.health()).programs;
  assert.match(status?.trouble ?? '', /^it ended with exit code 3; see: ringback log proc_/);
  rmSync(join(home.folder, 'crash'));
  const answer = await asked;
  assert.equal(answer.status, 200, 'who has waited gets an answer');
});

test('promise 21: who asks for one that rests after crashes ends the rest', async (t) => {
  const home = new KeptHome(t);
  writeFileSync(join(home.folder, 'crash'), '');
  await home.startDaemon();
  home.ask().catch(() => {});
  const client = home.client(false);
  await until(async () => ((await client.health()).programs[0]?.failures ?? 0) >= 5, 'five failures');
  rmSync(join(home.folder, 'crash'));
  const ended = Date.parse((await home.system())[0]?.ended_at ?? '');
  await until(() => Date.now() - ended > 2_500, 'a part of the rest');
  assert.equal((await home.ask()).status, 200);
  const pause = Date.parse((await home.system())[0]?.started_at ?? '') - ended;
  assert(pause < 5_500, `it has rested for ${pause} ms of at least 6000`);
});

test('promise 21: an idle daemon leaves one that is up to its keeper, and stays for one that is due', async (t) => {
  const home = new KeptHome(t);
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ idleExitSeconds: 1 }));
  await home.startDaemon();
  const first = await home.up();
  await until(() => home.daemons.length === 0, 'the daemon to leave');
  assert(isAlive(first));
  assert.match(home.lines('daemon.log').at(-1) ?? '', /idleness/);
  await until(() => new Set(home.living()).size === 2, 'nothing but the program and its keeper');
  // It ends otherwise than by leaving: its keeper wakes a daemon, which starts it again, and stays for longer than it is idle.
  writeFileSync(join(home.folder, 'crash'), '');
  await home.kill(first);
  await until(() => home.ids.length === 3, 'two more that crash');
  rmSync(join(home.folder, 'crash'));
  await untilUpAgain(home, first);
  assert.equal(home.lines('daemon.log').filter((line) => line.includes(' started in ')).length, 2);
});

test('promise 17: it has the variables of the login shell, not of whoever started the daemon', async (t) => {
  const home = new KeptHome(t);
  const user = join(home.folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, '.bash_profile'), 'export PROVIDER_KEY=from-the-login-shell\n');
  await home.startDaemon('', { HOME: user, SHELL: '/bin/bash', CALLERS_KEY: 'of-the-first-caller' });
  const { json } = await home.ask();
  assert.deepEqual(
    [json.env.PROVIDER_KEY, json.env.CALLERS_KEY, json.env.RINGBACK_HOME, json.env.RINGBACK_CAPTURE],
    ['from-the-login-shell', undefined, home.folder, undefined],
  );
  const files = globSync('**/*', { cwd: join(home.folder, 'processes'), withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    assert(!readFileSync(join(file.parentPath, file.name)).includes('from-the-login-shell'), file.name);
});
