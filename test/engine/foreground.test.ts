import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { finish, run, TestHome } from './test-home.ts';

test('what ended in the foreground is not listed unless asked for; what runs is', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const running = await run(engine, 'exec sleep 60', { foreground: true });
  const ended = await finish(engine, 'true', { foreground: true });
  assert.deepEqual(
    engine.list().map(({ id }) => id),
    [running.id],
  );
  assert.deepEqual(
    engine.list({ includeForeground: true }).map(({ id }) => id),
    [ended.id, running.id],
  );
  engine.putInBackground(ended.id);
  assert.equal(engine.list().length, 2);
});

test('after a restart nobody waits any more: it is listed like any other', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'read x', { foreground: true, stdin: true });
  await first.close();
  const second = await home.open();
  assert.equal(second.get(id).foreground, false);
  await second.submit(id, '');
  await second.wait(id);
  assert.equal(second.list().length, 1);
});

test('a database of the first version is brought up to date', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await finish(first, 'echo old');
  await first.close();
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  database.exec('ALTER TABLE processes DROP COLUMN foreground; PRAGMA user_version = 1;');
  database.close();
  const second = await home.open();
  assert.equal(second.get(id).foreground, false);
  assert.equal(second.get(id).life.state, 'exited');
});
