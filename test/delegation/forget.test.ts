import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Clock, until } from '../notify/notify-home.ts';
import { DelegateHome } from './delegate-home.ts';

const HOUR = 3_600_000;

test('what could not be told for 48 hours is not told any more, and says so when asked, for 7 days', async (t) => {
  const home = new DelegateHome(t);
  const clock = new Clock();
  await home.open({ now: clock.now });
  const sent = await home.send({ goal: 'report completed late' });
  const running = await home.send({ goal: 'stay' });
  await home.ended(sent);
  await until(
    () => home.query("SELECT 1 FROM closed_sessions WHERE session LIKE 'delegate:%'").length > 0,
    'order',
  );
  const folder = join(home.folder, 'delegates', sent.tasks[0]?.session_id ?? '');
  mkdirSync(folder, { recursive: true });
  const later = async (hours: number) => {
    clock.at = clock.began + hours * HOUR;
    await home.reopen({ now: clock.now });
    return home.host.delegations.get(sent.delegation_id);
  };
  assert.equal((await later(47)).notification?.state, 'pending');
  const { notification, note, tasks } = await later(49);
  assert.deepEqual([notification?.state, tasks[0]?.result], ['suppressed', 'late']);
  assert.match(note ?? '', /never told/);
  const [entry] = home.host.notifier.ledger.history({ limit: 1 });
  assert.equal(entry?.rule, 'delegation_too_old');
  assert.equal((await later(7 * 24 - 1)).tasks[0]?.result, 'late');
  assert(existsSync(folder));
  await assert.rejects(later(7 * 24 + 1), /There is no delegation/);
  await until(() => !existsSync(folder), 'what was kept of its delegate to be removed');
  assert.equal(home.host.delegations.get(running.delegation_id).state, 'running');
  assert.deepEqual(home.query("SELECT * FROM closed_sessions WHERE session LIKE 'delegate:%'"), []);
});

test('what was told in time stays told', async (t) => {
  const home = new DelegateHome(t);
  const clock = new Clock();
  await home.open({ now: clock.now });
  const listener = home.listen();
  const sent = await home.send({ goal: 'report completed soon' });
  await listener.has(1);
  clock.at += 49 * HOUR;
  await home.reopen({ now: clock.now });
  const { notification, note } = home.host.delegations.get(sent.delegation_id);
  assert.deepEqual([notification?.state, note], ['delivered', undefined]);
});
