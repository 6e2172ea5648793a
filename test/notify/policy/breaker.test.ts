/** docs/behaviour.md, "Watch matches", rule 3, sentence by sentence, and trap 9. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { newBreaker, nextDeadline, passSilence } from '../../../src/notify/policy/breaker.ts';
import { mergeBreakers, moveSession } from '../../../src/notify/policy/move-session.ts';
import { World } from './world.ts';

const second = 1_000;

/** One match each of `count` processes of a session. */
function flood(world: World, session: string, count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, i) =>
    world.match(`${session}-${from + i}`, session, `line of ${from + i}`),
  );
}

/** 60 match notifications at once, no session above its own limit. */
function fillAll(world: World): void {
  for (const session of ['a', 'b', 'c', 'd']) flood(world, session, 15);
}

test('15 match notifications of a session in 10 s are said; the 16th trips', () => {
  const world = new World(defaultConfig);
  assert.deepEqual(new Set(flood(world, 'a', 15)), new Set(['said']));
  assert.equal(world.match('p', 'a', 'one too many'), 'breaker_session');
  assert.deepEqual(world.said.slice(15), [
    { say: 'watch_overflow_tripped', scope: 'session', sessionKey: 'a', limit: 15, at: 0 },
  ]);
});

test('the 10 s slide: 15 in each, never 16', () => {
  const world = new World(defaultConfig);
  for (let i = 0; i < 60; i += 1) {
    assert.equal(world.match(`p${i}`, 'a', ''), 'said');
    world.step(667);
  }
  world.step(10 * second);
  flood(world, 'a', 15, 100);
  world.step(10 * second - 1);
  assert.equal(world.match('early', 'a', ''), 'breaker_session');
});

test('tripped once, then silence for 30 s, then released by itself with each first dropped line', () => {
  const world = new World(defaultConfig);
  flood(world, 'a', 15);
  world.match('p', 'a', 'first of p');
  world.match('p', 'a', 'second of p');
  world.step(29_999);
  world.match('q', 'a', 'first of q');
  assert.deepEqual(
    world.said.slice(15).map(({ say }) => say),
    ['watch_overflow_tripped'],
  );
  world.step(1);
  assert.deepEqual(world.said.slice(16), [
    {
      say: 'watch_overflow_released',
      scope: 'session',
      sessionKey: 'a',
      suppressed: 3,
      processes: [
        { processId: 'p', suppressed: 2, firstLine: 'first of p' },
        { processId: 'q', suppressed: 1, firstLine: 'first of q' },
      ],
      at: 30_000,
    },
  ]);
  assert.equal(world.match('p', 'a', 'again'), 'said');
});

test('a match that comes before the timer: the release first, then the match', () => {
  const world = new World(defaultConfig);
  flood(world, 'a', 16);
  world.now = 31_000;
  world.match('p', 'a', 'again');
  assert.deepEqual(
    world.said.slice(16).map(({ say }) => say),
    ['watch_overflow_released', 'watch_match'],
  );
});

test("one session's flood never silences another's, not even through the breaker of all", () => {
  const world = new World(defaultConfig);
  for (let i = 0; i < 100; i += 1) {
    flood(world, 'a', 100, i * 100);
    assert.equal(world.match(`quiet${i}`, 'b', ''), 'said');
    world.step(second);
  }
});

test('more than 60 of all sessions: each session hears of it at its own first drop, and of the end', () => {
  const world = new World(defaultConfig);
  fillAll(world);
  world.step(second);
  assert.equal(world.match('e-1', 'e', 'e one'), 'breaker_all');
  world.step(second);
  assert.equal(world.match('f-1', 'f', 'f one'), 'breaker_all');
  assert.equal(world.match('e-1', 'e', 'e two'), 'breaker_all');
  world.step(29 * second);
  const overflow = world.said.slice(60).map((each) => ('scope' in each ? each : undefined));
  assert.deepEqual(
    overflow.map((each) => [each?.say, each?.scope, each?.sessionKey, each?.at]),
    [
      ['watch_overflow_tripped', 'all', 'e', 1_000],
      ['watch_overflow_tripped', 'all', 'f', 2_000],
      ['watch_overflow_released', 'all', 'e', 31_000],
      ['watch_overflow_released', 'all', 'f', 31_000],
    ],
  );
});

test("trap 9: what a breaker drops leaves its process's window, strikes and count as they were", () => {
  const world = new World(defaultConfig);
  world.match('p', 'a', '');
  world.step(second);
  world.match('p', 'a', 'spaced');
  world.step(14 * second);
  flood(world, 'a', 15);
  const before = world.watch('p');
  assert.equal(world.match('p', 'a', 'dropped'), 'breaker_session');
  assert.deepEqual(world.watch('p'), {
    ...before,
    outcomes: { ...before.outcomes, breaker_session: 1 },
  });
  world.step(30 * second);
  world.match('p', 'a', 'said');
  const last = world.said.at(-1);
  assert.ok(last?.say === 'watch_match');
  assert.equal(last.suppressed, 1, 'the drop of the spacing is still told');
});

test('during the silence the spacing still drops its own: each match is counted by one rule', () => {
  const world = new World(defaultConfig);
  flood(world, 'a', 16);
  assert.equal(world.match('a-0', 'a', 'inside its window'), 'spacing');
  assert.equal(world.match('a-15', 'a', 'has no window'), 'breaker_session');
});

test('a deadline only while it is silent', () => {
  assert.equal(nextDeadline(defaultConfig, newBreaker), undefined);
  const world = new World(defaultConfig);
  world.step(5 * second);
  flood(world, 'a', 16);
  assert.equal(nextDeadline(defaultConfig, world.session('a')), 35_000);
});

test('a first line longer than a notification is stored cut, with no character in half', () => {
  const world = new World({ ...defaultConfig, matchCharacters: 4, sessionMatches: 0 });
  world.match('p', 'a', 'ab😀😀');
  assert.equal(world.session('a').silence?.drops[0]?.firstLine, 'ab…');
});

test('a moved session hears the end of the silence; two that become one keep the longer silence', () => {
  const world = new World(defaultConfig);
  flood(world, 'a', 16);
  world.step(second);
  flood(world, 'b', 17);
  const moved = moveSession(world.session('a'), 'a', 'b');
  const merged = mergeBreakers(moved, world.session('b'));
  assert.equal(nextDeadline(defaultConfig, merged), 31_000);
  const { say, breaker } = passSilence(defaultConfig, 'session', merged, 31_000);
  assert.equal(breaker.silence, null);
  assert.deepEqual(
    say.map(({ sessionKey, suppressed, processes }) => [sessionKey, suppressed, processes.length]),
    [['b', 3, 3]],
  );
  assert.deepEqual(moveSession(newBreaker, 'a', 'b'), newBreaker);
  assert.deepEqual(mergeBreakers(newBreaker, moved).silence, moved.silence);
});
