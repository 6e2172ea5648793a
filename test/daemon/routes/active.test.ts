import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRingback } from '../../../src/open-ringback.ts';
import type { WireActive } from '../../../src/wire/daemon.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { start } from '../ending-process.ts';
import { askJson } from '../http.ts';

test('issue 11.4: what is active is told by library and HTTP; by default a session for the configured age', async (t) => {
  const home = new CliHome((clean) => t.after(clean), { staleAfterMs: 1_000 });
  const client = home.client();
  await client.health();
  await using ringback = await openRingback({ home: home.folder });
  assert.equal(await ringback.isActive(), false);
  const { session_id } = await start(client, 'old', { command: 'read x', stdin: true, task: 'job' });
  assert.equal(await ringback.isActive(), true);
  assert.equal(await ringback.isActive({ task: 'job' }), true);
  assert.equal(await ringback.isActive({ task: 'other' }), false);
  assert.equal(await ringback.isActive({ session_key: 'other' }), false);
  await until(async () => !(await ringback.isActive({ session_key: 'old' })), 'it to be stale');
  assert.equal(await ringback.isActive({ session_key: 'old', max_age: 3_600 }), true);
  assert.equal(await ringback.isActive({ session_key: 'old', max_age: 0 }), true, 'no limit');
  assert.equal(await ringback.isActive(), true, 'it runs on');
  const { json } = await askJson<WireActive>(home.folder, 'GET', '/v1/active?session_key=old&max_age=0');
  assert.deepEqual([json.active, json.kept_awake_by.map((one) => one.session_id)], [true, [session_id]]);
  const wrong = await askJson<{ error: string }>(home.folder, 'GET', '/v1/active?max_age=1');
  assert.equal(wrong.status, 400);
});

test('issue 11.4: a session is active for 24 hours by default', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  await start(client, 'new', { command: 'read x', stdin: true });
  assert.equal((await client.active({ session_key: 'new' })).active, true);
});
