import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { assertWithin, readTimes, tellTimes, timeErrors } from '../output/recorded-times.ts';
import { finish, run, TestHome, untilPrinted } from './test-home.ts';

const pauses = [0, 0.07, 0.3, 0.06, 0.06, 0.5, 0.09, 0.2, 0.01, 0.12];

test('what a terminal showed is recorded within 100 ms of when it was printed', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await finish(engine, tellTimes(pauses), { pty: true });
  const errors = timeErrors(home.keep(id));
  assert.equal(errors.length, pauses.length);
  assertWithin(errors, -60, 100);
  for (const { grainMs } of readTimes(home.keep(id))) assert.equal(grainMs, 50);
});

test('what came through a pipe is recorded to the second', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await finish(engine, tellTimes([0, 0.1, 0.1, 1.1, 0.3]));
  assertWithin(timeErrors(home.keep(id)), -1_010, 100);
  assert.deepEqual(
    readTimes(home.keep(id)).map(({ offset, grainMs }) => [offset, grainMs]),
    [
      [0, 1_000],
      [3 * 14, 1_000],
    ],
  );
});

test('times count into the limit of the log', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await run(engine, `${tellTimes([0, 0.1, 0.1])}; echo done; read x`, { pty: true });
  const printed = await untilPrinted(engine, id, 'done\r\n');
  const status = spawnSync(findKeeperProgram(), ['status', home.keep(id)], { encoding: 'utf8' }).stdout;
  const records = readTimes(home.keep(id)).length - 1;
  assert.ok(records >= 2, `${records}`);
  assert.equal(/^kept_bytes=(\d+)$/m.exec(status)?.[1], String(printed.length + records * 8));
});

test('log since a time begins with what was printed then', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await finish(engine, tellTimes([0, 0.4, 0.4]), { pty: true });
  const lines = (await engine.log(id, { offset: 0 })).output.trim().split(/\r?\n/);
  assert.equal(lines.length, 3);
  const since = async (time: number) =>
    (await engine.log(id, { since: time })).output.trim().split(/\r?\n/).filter(Boolean);
  const [first, second, third] = lines.map(Number);
  assert.ok(first && second && third);
  assert.deepEqual(await since(first - 1_000), lines);
  assert.deepEqual(await since(first + 250), lines.slice(1));
  assert.deepEqual(await since(second + 250), lines.slice(2));
  assert.deepEqual(await since(third + 250), []);
});
