import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { nextAction } from '../../../src/agent/next-action.ts';
import { databasePath } from '../../../src/agent/store/database.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

/** Written by the Ringbacks of 2026-11-16. Of version 1: a turn that is done, one that failed, one that is under way, messages that wait. */
const fileOf = (version: number) => join(import.meta.dirname, 'fixtures', `conversations-${version}.db.gz`);
const ID = 'conv_544a68ac7198';

test('promise 23: a store of version 1 goes on where it was, with every item numbered', (t) => {
  const store = openOld(t, 1);
  assert.deepEqual(
    store.items(ID, 0, 100).map(({ kind, sequence, position }) => [kind, sequence, position]),
    [
      ['person', 1, 1],
      ['step', 2, 2],
      ['step', 3, 3],
      ['ring', 4, 4],
      ['step', 5, 5],
      ['person', 6, 6],
      ['step', 7, 7],
      ['person', 8, undefined],
    ],
  );
  const { cost, tokens, begins, sequence } = store.summary(ID) ?? {};
  assert.deepEqual(
    { cost, tokens, begins, sequence },
    { cost: 0.75, tokens: { input: 300, cached: 60, output: 30 }, begins: 'build it', sequence: 8 },
  );
  const view = store.view(ID);
  assert.deepEqual(
    [view.calls.map(({ state }) => state), view.unacknowledged, view.queued.person],
    [['begun', 'wanted'], ['ntf_2'], 1],
  );
  assert.equal(nextAction(view).kind, 'acknowledge');
  store.acknowledged(view.unacknowledged);
  store.answerCall(ID, 'proc_000000000003', { output: 'made', isError: false });
  assert.equal(store.items(ID, 8, 100)[0]?.sequence, 9);
});

test('promise 23: a store of version 2 goes on where it was, and can have a goal', (t) => {
  const store = openOld(t, 2);
  assert.deepEqual(
    store.items(ID, 0, 100).map(({ kind, position }) => [kind, position]),
    [
      ['person', 1],
      ['step', 2],
      ['ring', 3],
      ['step', 4],
      ['person', undefined],
    ],
  );
  const view = store.view(ID);
  assert.deepEqual(
    [view.calls.map(({ state }) => state), view.unacknowledged, view.queued.person, view.goal],
    [['waiting'], ['ntf_1'], 1, undefined],
  );
  assert.equal(store.summary(ID)?.cost, 0.5);
  const bounds = { turns: 1, tokens: 0, dollars: 0, seconds: 0 };
  assert(store.goals.set(ID, { clientId: 'mine', text: 'go on', bounds }));
  assert.deepEqual([store.view(ID).goal?.due, store.goals.get(ID)?.spent.dollars], ['turn', 0]);
});

for (const version of [1, 2])
  test(`a store of version ${version} becomes what a new one is`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'rb-store-'));
    t.after(() => removeFolder(folder));
    const [old, fresh] = [join(folder, 'old'), join(folder, 'new')];
    putOld(old, version);
    for (const home of [old, fresh]) new Store(home).close();
    assert.deepEqual(shapeOf(databasePath(old)), shapeOf(databasePath(fresh)));
  });

function putOld(home: string, version: number): void {
  mkdirSync(join(home, 'agent'), { recursive: true });
  writeFileSync(databasePath(home), gunzipSync(readFileSync(fileOf(version))));
}

function openOld(t: TestContext, version: number): Store {
  const home = mkdtempSync(join(tmpdir(), 'rb-store-'));
  putOld(home, version);
  const store = new Store(home);
  t.after(() => {
    store.close();
    removeFolder(home);
  });
  return store;
}

/** Columns, keys and indices, wherever they stand. */
function shapeOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const columns = database
      .prepare(
        `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
         WHERE t.type = 'table' ORDER BY 1, 2`,
      )
      .all();
    const indices = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
      .all();
    return { columns, indices, version: database.prepare('PRAGMA user_version').get() };
  } finally {
    database.close();
  }
}
