import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isEnded } from '../../src/engine/life.ts';
import { run, TestHome } from './test-home.ts';

test('a program of our own is left out of lists, counts and kill all, and is found by its id', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'exec sleep 600', { system: 'agent' });
  const user = await run(first, 'exec sleep 600');
  await first.close();
  // Also where only its keep tells that it is one.
  rmSync(join(home.folder, 'engine.db'));
  const engine = await home.open();

  const ids = (includeSystem: boolean) => engine.list({ includeSystem }).map((one) => one.id);
  assert.deepEqual(ids(false), [user.id]);
  assert.deepEqual(ids(true).sort(), [id, user.id].sort());
  assert.equal(engine.runningCount, 1);
  assert.equal((await engine.killAll({ graceMs: 100 })).killed, 1);
  assert.deepEqual([engine.runningCount, engine.hasActive()], [0, false]);
  assert(!engine.isActiveForSession('') && !engine.isActiveForTask(''));

  assert.equal(engine.resolve(id.slice(0, 12)), id);
  assert.equal(engine.get(id).system, 'agent');
  assert(!isEnded(engine.get(id).life), 'it goes on');
  await engine.kill(id, { graceMs: 100 });
  assert.equal(engine.runningCount, 0, 'and is not taken away twice');
});
