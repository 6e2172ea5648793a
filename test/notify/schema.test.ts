import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { NotifyHome, OTHER, SESSION } from './notify-home.ts';

/** As a home had them before there were deliveries. */
const EARLIER = `
  CREATE TABLE frozen_turns (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, ids TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX frozen_turns_of_session ON frozen_turns (session, sequence);
  CREATE TABLE rings (
    id TEXT PRIMARY KEY, session TEXT NOT NULL, notifications TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, next_at INTEGER NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rings_of_session ON rings (session);
`;

test('promise 13: turns and rings of a home from before deliveries go on as they were', async (t) => {
  const home = new NotifyHome(t);
  const before = await home.open();
  const hand = (session: string, text: string) =>
    before.notifier.notify(session, { type: 'note', session_key: session, text }).id;
  const turn = [hand(SESSION, 'one'), hand(SESSION, 'two')];
  const rung = hand(OTHER, 'rung');
  await home.close();
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  database.exec(EARLIER);
  database
    .prepare('INSERT INTO frozen_turns (session, ids, text) VALUES (?, ?, ?)')
    .run(SESSION, JSON.stringify(turn), 'as it was told');
  const parts = JSON.stringify([{ id: rung, type: 'note', text: 'its text' }]);
  database
    .prepare('INSERT INTO rings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run('ring_1', OTHER, parts, 'as it was rung', 'ringing', 2, 5, 'it broke', 3);
  database.close();

  const { notifier } = await home.open();
  notifier.notify(SESSION, { type: 'note', session_key: SESSION, text: 'later' });
  const again = notifier.dispatcher.lease(SESSION, { repeats: 'same' });
  assert.deepEqual([again?.text, again?.notifications.map((one) => one.id)], ['as it was told', turn]);
  assert.equal(notifier.dispatcher.lease(OTHER), null, 'it is being rung');
  const [ring, ...more] = notifier.deliveries.ofSession(OTHER);
  assert.deepEqual(more, []);
  assert.deepEqual(ring, {
    id: 'ring_1',
    session: OTHER,
    way: 'ring',
    taker: '',
    repeats: 'same',
    notifications: [{ id: rung, type: 'note', text: 'its text' }],
    text: 'as it was rung',
    state: 'offered',
    attempts: 2,
    nextAt: 5,
    reason: 'it broke',
    createdAt: 3,
    settledAt: null,
  });
  const left = home.query("SELECT name FROM sqlite_schema WHERE name LIKE 'rings%' OR name LIKE 'frozen%'");
  assert.deepEqual(left, []);
});

test('results that a home promised before deliveries are still promised, answered or cancelled', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id } = await home.run('true', { notifyOnComplete: true });
  await home.host.engine.wait(id);
  await home.close();
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  database.exec(
    'CREATE TABLE owed_answers (process_id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, cancelled_at INTEGER, answered_at INTEGER) STRICT, WITHOUT ROWID',
  );
  const insert = database.prepare('INSERT INTO owed_answers VALUES (?, ?, ?, ?)');
  const now = Date.now();
  insert.run(id, now, null, null);
  insert.run('proc_cancelled', now, now + 1, null);
  insert.run('proc_answered', now, null, now + 2);
  database.close();

  const { notifier } = await home.open();
  assert.equal(notifier.dispatcher.drain(SESSION), null, 'it is promised to whoever asks for it');
  assert.match(notifier.results.get(id)?.answer?.text ?? '', /completed normally/);
  assert.equal(notifier.results.get('proc_cancelled')?.cancelledAt, now + 1);
  assert.equal(notifier.results.get('proc_answered')?.isAnswered, true);
  notifier.results.confirm(id);
  assert.equal(notifier.find(notifier.ledger.history()[0]?.id ?? '')?.state, 'delivered');
  assert.equal(notifier.results.get(id)?.isAnswered, true, 'and can be asked for again');
});

test('a home whose deliveries have no takers gets them, and keeps what it has', async (t) => {
  const home = new NotifyHome(t);
  const before = await home.open();
  before.notifier.results.promise('proc_0123456789ab', SESSION);
  await home.close();
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  database.exec('ALTER TABLE deliveries DROP COLUMN taker');
  database.close();
  const { notifier } = await home.open();
  notifier.dispatcher.busy.set(SESSION, true, { holder: 'agent' });
  assert.deepEqual(
    notifier.deliveries.ofSession(SESSION).map(({ way, taker }) => [way, taker]),
    [
      ['task', ''],
      ['busy', 'agent'],
    ],
  );
});
