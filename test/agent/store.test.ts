import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Entry } from '../../src/agent/store/entries.ts';
import { listConversations } from '../../src/agent/store/list.ts';
import { Store } from '../../src/agent/store/store.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1 };

function open(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'rb-store-'));
  const store = new Store(home);
  const { id } = store.create({ cwd: '/tmp', model: 'test/x' });
  t.after(() => {
    store.close();
    removeFolder(home);
  });
  return { home, store, id };
}

const say = (store: Store, id: string, text: string) =>
  store.send(id, { clientId: text, content: [{ type: 'text', text }] });

test('promise 23: what comes again with more in it is told with what is new', (t) => {
  const { store, id } = open(t);
  assert.equal(store.ring(id, ['ntf_a'], 'a'), true);
  assert.equal(store.ring(id, ['ntf_a'], 'a'), false);
  assert.equal(store.ring(id, ['ntf_a', 'ntf_b'], 'a and b'), true);
  store.begin(id, 'ring');
  assert.deepEqual(
    store.entries(id).map(({ kind, content }: Entry) => [kind, JSON.stringify(content).includes('b')]),
    [
      ['ring', false],
      ['ring', true],
    ],
  );
});

test('a turn that fails in the middle leaves every call answered', (t) => {
  const { store, id } = open(t);
  say(store, id, 'go');
  store.begin(id, 'person');
  const turn = store.view(id).turn ?? 0;
  const position = store.ask(id, turn, 'test/x');
  const call = (name: string) => ({ type: 'call' as const, id: name, tool: 'terminal', input: {} });
  store.said(id, position, { content: [call('proc_1'), call('proc_2')], finish: 'calls', usage }, undefined);
  store.beginCall('proc_1');
  store.fail(id, turn, 'The tool broke.');
  const [, , answers] = store.history(id);
  assert.deepEqual(
    answers?.content.map((part) => (part.type === 'answer' ? part.output : '')),
    [
      'The turn failed: The tool broke. What it started may still run.',
      'The turn failed: The tool broke. It was not carried out.',
    ],
  );
  assert.equal(store.view(id).turn, undefined);
});

test('a store has one writer; its conversations can be listed all the same', (t) => {
  const { home, store, id } = open(t);
  assert.throws(() => new Store(home), /Another `ringback chat` is open/);
  say(store, id, 'hello');
  assert.deepEqual(
    listConversations(home).map(({ begins }) => begins),
    ['hello'],
  );
});

test('what happens in a state in which it cannot is refused', (t) => {
  const { store, id } = open(t);
  say(store, id, 'go');
  store.begin(id, 'person');
  const turn = store.view(id).turn ?? 0;
  const position = store.ask(id, turn, 'test/x');
  const step = { content: [], finish: 'said' as const, usage };
  store.said(id, position, step, undefined);
  assert.throws(
    () => store.said(id, position, step, undefined),
    /nothing is in a state in which it can answer/,
  );
  store.finish(turn);
  assert.throws(() => store.fail(id, turn, 'late'), /nothing is in a state in which it can fail/);
});
