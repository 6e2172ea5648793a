import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../../src/client/client.ts';
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

test('promise 28: a session with something running, undelivered, under way or to come is active; older and repeating do not count', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  await client.health();
  await using ringback = await openRingback({ home: home.folder });
  const reasons = async (session: string) =>
    (await client.active({ session_key: session })).kept_awake_by.map(({ reason }) => reason);
  const isKept = (session: string, maxAge?: number) => ringback.activeForSession(session, maxAge);

  const { session_id: id } = await start(client, 'runs', { command: 'read x', stdin: true });
  assert.deepEqual(await reasons('runs'), ['running']);
  await until(async () => !(await isKept('runs', 1)), 'it to be too old');
  assert.deepEqual([await isKept('runs'), await isKept('runs', 0)], [true, true]);
  await client.kill(id);
  assert.equal(await isKept('runs'), false, 'who killed it knows');

  await client.notifications.notify('untold', { type: 'mine', text: 'look' });
  assert.deepEqual(await reasons('untold'), ['undelivered']);
  assert.equal(await ringback.isActive(), true, 'nor may the host sleep');
  await (await client.notifications.drain('untold'))?.acknowledge();
  assert.equal(await isKept('untold'), false);

  const { wake_id } = await client.wakeUps.set({ session_key: 'later', note: 'look', after: '1h' });
  await client.wakeUps.set({ session_key: 'daily', note: 'look', every: '1d' });
  assert.deepEqual([await reasons('later'), await reasons('daily')], [['wake_up'], []]);
  const { active, next_at } = await client.active();
  assert.equal(active, false, 'until then the host may sleep');
  assert.ok(Math.abs(Date.parse(String(next_at)) - Date.now() - 3_600_000) < 60_000, 'until when');
  await client.wakeUps.cancel(wake_id);
  assert.equal(await isKept('later'), false);

  await client.session.setBusy('busy', true);
  assert.deepEqual(await reasons('busy'), ['turn']);
  await client.session.setBusy('busy', false);
  assert.equal(await isKept('busy'), false);
});

test('promise 28: a session of which nobody can say whether it is active is kept', async () => {
  assert.equal(await new Client({ home: '/proc/nobody' }).activeForSession('mine'), true);
});
