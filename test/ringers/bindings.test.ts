import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { RingerRule } from '../../src/base/config.ts';
import { type Binding, Bindings } from '../../src/ringers/bindings.ts';
import { prepareRingerSchema } from '../../src/ringers/schema.ts';

function open(rules: readonly RingerRule[] = []): Bindings {
  const database = new DatabaseSync(':memory:');
  prepareRingerSchema(database);
  return new Bindings(database, rules);
}

function binding(origin: 'user' | 'agent', session: string, place: string) {
  return { session, kind: 'k', settings: { place }, origin } as const;
}

const place = (one: Binding | undefined) => one && `${one.settings.place} by ${one.origin}`;

test('a person wins over the configuration, and that over what the agent brings along', () => {
  const bindings = open([{ session: 'a:*', kind: 'k', settings: { place: 'rule' } }]);
  assert.equal(place(bindings.get('a:1')), 'rule by config');
  bindings.set(binding('agent', 'a:1', 'own'), 1);
  assert.equal(place(bindings.get('a:1')), 'rule by config');
  bindings.set(binding('user', 'a:1', 'set'), 1);
  assert.equal(place(bindings.get('a:1')), 'set by user');
  assert.equal(bindings.set(binding('agent', 'a:1', 'late'), 1), false);
  assert.equal(place(bindings.get('a:1')), 'set by user');
  assert.ok(bindings.remove('a:1'));
  assert.equal(place(bindings.get('a:1')), 'rule by config');
  assert.equal(bindings.remove('a:1'), false);
});

test('what is known already is no change', () => {
  const bindings = open();
  assert.ok(bindings.set(binding('agent', 'a', 'x'), 1));
  assert.equal(bindings.set(binding('agent', 'a', 'x'), 2), false);
  assert.ok(bindings.set(binding('agent', 'a', 'y'), 3));
  assert.ok(bindings.set(binding('user', 'a', 'y'), 3));
});

test('a * in a pattern is anything, everything else is itself, and the first rule counts', () => {
  const rule = (session: string, where: string) => ({ session, kind: 'k', settings: { place: where } });
  const bindings = open([rule('a.b:*', 'dot'), rule('*:x*y', 'both'), rule('*', 'all')]);
  const found = (session: string) => bindings.get(session)?.settings.place;
  assert.deepEqual(['a.b:1', 'aXb:1', 'q:x1y', 'q:xy', 'q:xyz', 'with\nlines', ''].map(found), [
    'dot',
    'all',
    'both',
    'both',
    'all',
    'all',
    'all',
  ]);
});

test('a session that moves takes its ringer along, but never over what a person has set there', () => {
  const cases: [from: 'user' | 'agent', to: 'user' | 'agent' | null, expected: string][] = [
    ['agent', null, 'old by agent'],
    ['user', null, 'old by user'],
    ['agent', 'agent', 'new by agent'],
    ['user', 'agent', 'old by user'],
    ['agent', 'user', 'new by user'],
    ['user', 'user', 'new by user'],
  ];
  for (const [from, to, expected] of cases) {
    const bindings = open();
    bindings.set(binding(from, 'from', 'old'), 1);
    if (to) bindings.set(binding(to, 'to', 'new'), 1);
    bindings.move('from', 'to', 2);
    assert.deepEqual([place(bindings.get('to')), bindings.get('from')], [expected, undefined]);
  }
  const bindings = open();
  bindings.move('nobody', 'to', 2);
  assert.deepEqual(bindings.all(), []);
});
