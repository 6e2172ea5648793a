import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../src/agent/store/entries.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { ask, callsOf, openStore, say, words } from '../support/open-store.ts';

test('promise 23: what comes again with more in it is told with what is new', (t) => {
  const { store, id } = openStore(t);
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
  const { store, id } = openStore(t);
  say(store, id, 'go');
  const { turn, position } = ask(store, id);
  store.said(id, position, callsOf('proc_1', 'proc_2'), undefined);
  store.beginCall('proc_1');
  store.fail(turn, 'The tool broke.');
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

test('a store has one writer', (t) => {
  const { home } = openStore(t);
  assert.throws(() => new Store(home), /Another program has the conversations/);
});

test('what happens in a state in which it cannot is refused', (t) => {
  const { store, id } = openStore(t);
  say(store, id, 'go');
  const { turn, position } = ask(store, id);
  const step = words('done');
  store.said(id, position, step, undefined);
  assert.throws(
    () => store.said(id, position, step, undefined),
    /nothing is in a state in which it can answer/,
  );
  store.finish(turn);
  assert.throws(() => store.fail(turn, 'late'), /nothing is in a state in which it can fail/);
});

test('which notifications were told is forgotten in time, but not before they are acknowledged', (t) => {
  const { store, id } = openStore(t);
  store.ring(id, ['ntf_a', 'ntf_b'], 'a and b');
  store.acknowledged(['ntf_a']);
  store.forgetTold(Date.now() - 1000);
  assert.equal(store.ring(id, ['ntf_a'], 'a'), false);
  store.acknowledged(['ntf_a']);
  store.forgetTold(Date.now() + 1000);
  assert.deepEqual(store.view(id).unacknowledged, ['ntf_b']);
  assert.equal(store.ring(id, ['ntf_b'], 'b'), false);
});

test('no message can take the place of what rings', (t) => {
  const { store, id } = openStore(t);
  assert.throws(
    () => store.send(id, { clientId: 'ring:n1', content: [{ type: 'text', text: 'no' }] }),
    /ring:/,
  );
  assert.equal(store.ring(id, ['n1'], 'It ended.'), true);
});
