import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestHome } from '../../engine/test-home.ts';
import { assertWithin, readTimes, tellTimes, timeErrors } from '../../output/recorded-times.ts';
import { Here } from './here.ts';

async function scene(t: TestContext) {
  const home = new TestHome(t);
  const here = new Here(t);
  const config = JSON.stringify({ environments: { there: { type: 'here' } } });
  writeFileSync(join(home.folder, 'config.json'), config, { mode: 0o600 });
  return { here, home, engine: await home.open() };
}

const pauses = [0, 0.1, 0.3, 0.07, 0.5, 0.06, 0.3, 0.2, 0.1, 0.1];
const request = { command: tellTimes(pauses), cwd: '', env: {}, environment: 'there', pty: true };

test('a copy has the times of where it ran', async (t) => {
  const { engine, home } = await scene(t);
  const { id } = await engine.start(request);
  await engine.wait(id);
  const errors = timeErrors(home.keep(id));
  assert.equal(errors.length, pauses.length);
  assertWithin(errors, -60, 100);
});

test('what was printed while the line was broken has its own times, not those of its arrival', async (t) => {
  const { engine, here, home } = await scene(t);
  const { id } = await engine.start(request);
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  here.trouble = 'the line is cut';
  here.cut();
  // Long enough that the time of arrival would be far off.
  await sleep(1_200);
  here.trouble = undefined;
  await engine.wait(id);
  const errors = timeErrors(home.keep(id));
  assert.equal(errors.length, pauses.length);
  assertWithin(errors, -60, 100);
});

test('an engine that comes back goes on with the times of where it ran', async (t) => {
  const { engine, home } = await scene(t);
  const { id } = await engine.start(request);
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  await engine.close();
  await sleep(1_200);
  const next = await home.open();
  await next.wait(id);
  assertWithin(timeErrors(home.keep(id)), -60, 100);
  const times = readTimes(home.keep(id)).map(({ time }) => time);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});
