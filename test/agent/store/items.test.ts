import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databasePath } from '../../../src/agent/store/database.ts';
import type { Item } from '../../../src/agent/store/item.ts';
import type { Store } from '../../../src/agent/store/store.ts';
import { ask, callsOf, openStore, say, words } from '../support/open-store.ts';

/** How a viewer keeps itself up to date: by sequence, in pages of one. */
class Viewer {
  readonly items = new Map<string, Item>();
  sequence = 0;

  look(store: Store, id: string): string[] {
    const changed: string[] = [];
    for (;;) {
      const [item] = store.items(id, this.sequence, 1);
      if (!item) return changed;
      this.items.set(item.id, item);
      this.sequence = item.sequence;
      changed.push(describe(item));
    }
  }
}

function describe(item: Item): string {
  const place = `${item.kind} ${item.position ?? 'queued'}`;
  switch (item.kind) {
    case 'end':
      return `${place} ${item.how}`;
    case 'step':
      return [place, item.state, ...item.calls.map(({ state }) => state)].join(' ');
    case 'summary':
      return `${place} ${item.state} ${item.covers}`;
    default:
      return place;
  }
}

test('every change of what is seen gets the next number, and who looks on sees each item as it is now', (t) => {
  const { store, id } = openStore(t);
  const viewer = new Viewer();
  let changes = 0;
  const end = store.onChange((conversation) => {
    assert.equal(conversation, id);
    changes += 1;
  });
  say(store, id, 'go');
  assert.deepEqual(viewer.look(store, id), ['person queued']);
  const { turn, position } = ask(store, id);
  assert.deepEqual(viewer.look(store, id), ['person 1', 'step 2 asking']);
  store.putOff(id, position, 0);
  store.ask(id, turn, 'test/x', position);
  assert.deepEqual(viewer.look(store, id), ['step 2 asking']);
  store.said(id, position, callsOf('proc_1', 'proc_2'), 0.5);
  store.beginCall('proc_1');
  assert.deepEqual(viewer.look(store, id), ['step 2 said begun wanted']);
  store.answerCall(id, 'proc_1', { output: 'fine', isError: false, told: ['ntf_1'] });
  store.ring(id, ['ntf_1'], 'shown already');
  store.ring(id, ['ntf_2'], 'rung');
  assert.deepEqual(viewer.look(store, id), ['step 2 said answered wanted', 'ring queued']);
  store.stop(turn);
  assert.deepEqual(viewer.look(store, id), ['step 2 said answered answered', 'end 3 stopped']);
  store.begin(id, 'ring');
  const next = store.view(id).turn ?? 0;
  store.ask(id, next, 'test/x');
  store.fail(next, 'It broke.');
  assert.deepEqual(viewer.look(store, id), ['ring 4', 'step 5 dropped', 'end 6 failed']);
  assert.deepEqual(viewer.look(store, id), []);
  // Of each transaction once.
  assert.equal(changes, 13);
  end();
  say(store, id, 'later');
  assert.equal(changes, 13);
  viewer.look(store, id);
  assert.equal(viewer.sequence, store.summary(id)?.sequence);
  const shown = [...viewer.items.values()].filter((item) => item.kind !== 'step' || item.state !== 'dropped');
  const inOrder = shown.sort((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity));
  assert.deepEqual(store.itemsBefore(id, undefined, 100), inOrder);
});

test('items are paged backwards from any position', (t) => {
  const { store, id } = openStore(t);
  for (const text of ['a', 'b', 'c']) {
    say(store, id, text);
    const { turn, position } = ask(store, id);
    store.said(id, position, words(text.toUpperCase()), 1);
    store.finish(turn);
  }
  say(store, id, 'queued');
  const pages: string[][] = [];
  let before: number | undefined;
  do {
    const page = store.itemsBefore(id, before, 4);
    pages.push(page.map(describe));
    before = page[0]?.position;
  } while (before !== undefined);
  assert.deepEqual(pages, [
    ['person 3', 'step 4 said', 'person 5', 'step 6 said', 'person queued'],
    ['person 1', 'step 2 said'],
    [],
  ]);
});

test('conversations are listed newest first, by pages and by word, with what they cost', (t) => {
  const { store, id } = openStore(t);
  say(store, id, 'Build the parser');
  const { position } = ask(store, id);
  store.said(id, position, callsOf('proc_1'), 0.5);
  const others = ['/home/parser', '/home/other'].map((cwd) => store.create({ cwd, model: 'test/y' }).id);
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = store.conversations(1, cursor);
    all.push(...page.conversations.map((one) => one.id));
    cursor = page.next;
  } while (cursor !== undefined);
  assert.deepEqual(all.toSorted(), [id, ...others].toSorted());
  const found = store.conversations(10, undefined, 'PARSER').conversations;
  assert.deepEqual(found.map((one) => one.id).toSorted(), [id, others[0]].toSorted());
  const one = found.find((listed) => listed.id === id);
  assert.deepEqual(
    [one?.begins, one?.cost, one?.tokens, one?.isWorking],
    ['Build the parser', 0.5, { input: 10, cached: 4, output: 1 }, true],
  );
  assert.deepEqual(store.create({ id, cwd: '/elsewhere', model: 'test/z' }), {
    id,
    cwd: '/tmp',
    model: 'test/x',
    hears: true,
  });
});

test('a conversation of 10,000 messages opens in 200 ms', (t) => {
  const { home, store, id } = openStore(t);
  fill(databasePath(home), id, 5_000);
  const begun = cpuMs();
  const items = store.itemsBefore(id, undefined, 100);
  const changed = store.items(id, (store.summary(id)?.sequence ?? 0) - 10, 100);
  const shown = cpuMs() - begun;
  const messages = store.history(id);
  const read = cpuMs() - begun;
  t.diagnostic(`${shown.toFixed(1)} ms for its end, ${read.toFixed(1)} ms for all of it`);
  assert.deepEqual([items.length, changed.length > 0, messages.length], [100, true, 10_000]);
  assert(shown < 100, `${shown} ms`);
  assert(read < 200, `${read} ms`);
});

/** Of this program: other tests want the processor too. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** So many questions and answers, faster than they could be said. */
function fill(path: string, id: string, count: number): void {
  const database = new DatabaseSync(path);
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const text = `'[{"type":"text","text":"' || i || '"}]'`;
  database.exec(`
    BEGIN;
    ${numbers} INSERT INTO messages (conversation, client_id, kind, content, position, sequence, created_at)
      SELECT '${id}', i, 'person', ${text}, 2 * i + 1, 2 * i + 1, 0 FROM n;
    ${numbers} INSERT INTO steps (conversation, position, turn, state, attempts, troubles, ask_at, model, content, said_at, sequence)
      SELECT '${id}', 2 * i + 2, i, 'said', 1, 0, 0, 'test/x', ${text}, 0, 2 * i + 2 FROM n;
    UPDATE conversations SET last_position = ${2 * count}, sequence = ${2 * count};
    COMMIT;`);
  database.close();
}
