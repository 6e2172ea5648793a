import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressWatch } from '../../src/delegate/progress-watch.ts';
import { decideStall } from '../../src/delegate/stall.ts';

const limits = { idleMs: 450_000, callMs: 1_200_000 };

test('stalled is who makes no progress: 450 s, inside a tool 1,200 s', () => {
  const since = (openCalls: number, now: number) =>
    decideStall({ progressAt: 1_000, openCalls }, limits, now);
  assert.deepEqual(since(0, 1_000), { kind: 'look', at: 451_000 });
  assert.deepEqual(since(0, 450_999), { kind: 'look', at: 451_000 });
  assert.deepEqual(since(0, 451_000), {
    kind: 'stalled',
    why: 'It made no progress for 450 seconds.',
  });
  assert.deepEqual(since(2, 451_000), { kind: 'look', at: 1_201_000 });
  assert.deepEqual(since(1, 1_201_000), {
    kind: 'stalled',
    why: 'It made no progress for 1200 seconds, inside a tool.',
  });
});

test('every sign of life counts, and the shorter limit holds again when a tool has ended', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const stalls: string[] = [];
  const watch = new ProgressWatch({ idleMs: 10, callMs: 100 }, (why) => stalls.push(why));
  pass(9);
  watch.saw({ kind: 'alive' });
  pass(9);
  watch.saw({ kind: 'call', id: 'a', tool: 'terminal', about: 'make' });
  watch.saw({ kind: 'call', id: 'b', tool: 'terminal', about: 'make' });
  pass(90);
  watch.saw({ kind: 'answered', id: 'a' });
  pass(90);
  watch.saw({ kind: 'answered', id: 'b' });
  pass(9);
  assert.deepEqual(stalls, []);
  pass(1);
  assert.equal(stalls.length, 1);
  watch.stop();
});
