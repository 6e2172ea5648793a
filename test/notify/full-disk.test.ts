import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Notifier } from '../../src/notify/notifier.ts';
import { run, until } from '../engine/test-home.ts';
import { matchOf, NotifyHome, SESSION } from './notify-home.ts';

type Limited = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  /** The database may not grow: as on a full disk. */
  fill(): void;
  makeRoom(): void;
};

/** A host whose database can be kept from growing. */
async function openLimited(home: NotifyHome): Promise<Limited> {
  const config = { ...defaultConfig, quietLineMs: 20, spacingMs: 0 };
  const { engine, notifier, store } = await home.open({ config });
  const { database } = store;
  return {
    engine,
    notifier,
    fill() {
      database.exec('CREATE TABLE IF NOT EXISTS filler (bytes BLOB)');
      database.exec(
        `PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count)}`,
      );
      try {
        for (;;) database.exec('INSERT INTO filler VALUES (zeroblob(2000))');
      } catch (error) {
        assert.match(String(error), /full/);
      }
    },
    makeRoom: () => database.exec('PRAGMA max_page_count = 1000000'),
  };
}

const long = 'x'.repeat(8000);

test('promise 10: matches and completions that cannot be stored are stored when there is room', async (t) => {
  const home = new NotifyHome(t);
  const { engine, notifier, fill, makeRoom } = await openLimited(home);
  const full = join(home.folder, 'full');
  const whenFull = `until [ -e '${full}' ]; do sleep 0.02; done`;
  const command = `${whenFull}; echo '${long} hit 1'; printf 'hit 2? '; exec sleep 60`;
  const wishes = { session: SESSION, watchPatterns: ['hit'] };
  const watched = await run(engine, command, wishes);
  const ending = await run(engine, `${whenFull}; echo '${long}'`, {
    session: SESSION,
    notifyOnComplete: true,
  });
  const heard = await run(engine, `${whenFull}; echo '${long} hit 3'`, wishes);
  fill();
  writeFileSync(full, '');
  await until(() => engine.end(watched.id) > 8000 && engine.end(heard.id) > 8000, 'output');
  await until(() => engine.end(ending.id) > 8000, 'output');
  assert.deepEqual(notifier.ledger.history(), []);
  makeRoom();
  await until(() => notifier.ledger.history().length === 4, 'everything in the ledger');
  const types = (id: string) => notifier.ledger.history({ processId: id }).map((one) => one.type);
  assert.deepEqual(types(watched.id), ['watch_match', 'watch_match']);
  assert.equal(matchOf(notifier.ledger.history({ processId: watched.id })[0]).output, 'hit 2? ');
  assert.deepEqual(types(heard.id), ['watch_match']);
  assert.deepEqual(types(ending.id), ['completion']);
});

test('promise 10: a subscriber gets what could not be marked as sent at first', async (t) => {
  const home = new NotifyHome(t);
  const { notifier, fill, makeRoom } = await openLimited(home);
  notifier.dispatcher.busy.set(SESSION, true);
  const listener = home.listen();
  // So many that to mark them all takes another page.
  const ids = Array.from({ length: 200 }, (_, i) => {
    const event = { type: 'note', session_key: SESSION, text: `event ${i}` };
    return notifier.notify(SESSION, event).id;
  });
  fill();
  notifier.dispatcher.busy.set(SESSION, false);
  assert.equal(listener.received.length, 0);
  makeRoom();
  await listener.has(200);
  assert.deepEqual(
    listener.received.map((one) => one.id),
    ids,
  );
});
