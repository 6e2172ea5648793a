import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWatch } from '../../src/transport/idle.ts';

function watch(seconds: number) {
  const state = { isIdle: true, hasLeft: false };
  const idle = new IdleWatch({ isIdle: () => state.isIdle, seconds, leave: () => (state.hasLeft = true) });
  return { state, idle };
}

test('a daemon leaves after being idle without a break', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, idle } = watch(10);
  idle.look();
  t.mock.timers.tick(9_000);
  state.isIdle = false;
  idle.look();
  state.isIdle = true;
  idle.look();
  t.mock.timers.tick(9_999);
  assert.equal(state.hasLeft, false);
  t.mock.timers.tick(1);
  assert.equal(state.hasLeft, true);
});

test('looking again does not make it wait longer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, idle } = watch(10);
  for (let second = 0; second < 10; second += 1) {
    idle.look();
    t.mock.timers.tick(1_000);
  }
  assert.equal(state.hasLeft, true);
});

test('0 means that it stays', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, idle } = watch(0);
  idle.look();
  t.mock.timers.tick(10 ** 9);
  assert.equal(state.hasLeft, false);
});
