import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePrunable } from '../../src/engine/prune-decision.ts';

const minute = 60_000;
const rules = {
  retentionMs: 30 * minute,
  endedProcesses: 2,
  endedProtectionMs: 5 * minute,
  bytesAllowed: 1000,
};
const now = 100 * minute;
/** Processes that ended so many minutes ago, the oldest first. */
const ended = (...minutesAgo: number[]) =>
  minutesAgo.map((ago, i) => ({
    id: `p${i}`,
    endedAt: now - ago * minute,
    keptBytes: 100,
    isForeground: false,
    system: '',
  }));

test('nothing ended: nothing to do, no timer', () => {
  assert.deepEqual(choosePrunable([], now, rules), { remove: [], lookAgainAt: undefined });
});

test('trap 13: retention counts from the end', () => {
  assert.deepEqual(choosePrunable(ended(30, 29), now, rules), { remove: ['p0'], lookAgainAt: now + minute });
});

test('more than the number kept: the oldest go, but none within its protection', () => {
  assert.deepEqual(choosePrunable(ended(20, 6, 4, 1), now, rules).remove, ['p0', 'p1']);
  assert.deepEqual(choosePrunable(ended(4, 3, 2, 1), now, rules), { remove: [], lookAgainAt: now + minute });
});

test('more bytes than allowed: the oldest go until it fits', () => {
  const many = { ...rules, endedProcesses: 100, bytesAllowed: 250 };
  assert.deepEqual(choosePrunable(ended(20, 19, 18, 17), now, many).remove, ['p0', 'p1']);
});

test('what ended in the foreground goes after its protection and takes no place from the others', () => {
  const [first, second, third] = ended(20, 15, 10);
  assert.ok(first && second && third);
  const shown = { ...second, id: 'shown', isForeground: true };
  assert.deepEqual(choosePrunable([first, shown, third], now, rules).remove, ['shown']);
  const fresh = { ...shown, endedAt: now - minute };
  assert.deepEqual(choosePrunable([first, third, fresh], now, rules).remove, []);
});

test('of a program of our own ten ends are kept, the last one for ever, and they take no place from the others', () => {
  const crashed = ended(...Array.from({ length: 12 }, (_, i) => 20 - i)).map((one) => ({
    ...one,
    keptBytes: 1,
    system: 'agent',
  }));
  const users = ended(12, 11).map((one) => ({ ...one, id: `user-${one.id}` }));
  assert.deepEqual(choosePrunable([...crashed, ...users], now, rules).remove, ['p0', 'p1']);
  const old = crashed.slice(0, 2).map((one) => ({ ...one, endedAt: 0 }));
  assert.deepEqual(choosePrunable(old, now, rules), { remove: ['p0'], lookAgainAt: undefined });
});

test('a protection longer than the retention wins', () => {
  const odd = { ...rules, retentionMs: minute };
  assert.deepEqual(choosePrunable(ended(4), now, odd), { remove: [], lookAgainAt: now + minute });
});

test('an end in the future (a clock set back) does not stay for ever', () => {
  assert.equal(choosePrunable(ended(-1000), now, rules).lookAgainAt, now + 30 * minute);
});
