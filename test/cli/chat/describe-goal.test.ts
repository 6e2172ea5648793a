import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeGoal, goalNote, goalStatus } from '../../../src/cli/chat/describe-goal.ts';
import { drawStatus } from '../../../src/cli/chat/screen/status-line.ts';
import { plainStyle } from '../../../src/cli/chat/screen/style.ts';
import type { WireGoalItem } from '../../../src/wire/conversation-item.ts';
import type { WireGoal } from '../../../src/wire/goal.ts';

const at = '2026-11-16T12:00:00.000Z';
const now = Date.parse(at) + 300_000;
const goal: WireGoal = {
  text: 'all tests pass',
  state: 'working',
  reason: '',
  since: at,
  begun_at: at,
  bounds: { turns: 50, tokens: 0, dollars: 20, seconds: 0 },
  spent: { turns: 2, tokens: 12_345, dollars: 0.5, seconds: 300 },
};
const target = 'proc_0123456789ab';
const waits_for = { kind: 'process' as const, target, wake_id: 'wake_1', reason: 'they run', since: at };
const parked: WireGoal = { ...goal, state: 'parked', reason: 'they run', waits_for };

test('the status line says how a goal stands, and what it waits for since when', () => {
  assert.equal(goalStatus(goal, now), 'goal: working');
  assert.match(goalStatus(parked, now), /^goal: waits for \S+ since 5m$/);
  assert.equal(goalStatus({ ...goal, state: 'done' }, now), '');
  assert.equal(goalStatus(undefined, now), '');
  const status = { workingMs: undefined, running: 1, needsYou: 0, dollars: 0, model: '' };
  const line = drawStatus({ ...status, goal: goalStatus(goal, now) }, 60, plainStyle);
  assert.equal(line, 'goal: working · 1 running · /help');
});

test('a goal is shown with what it took of its bounds', () => {
  assert.equal(
    describeGoal(parked, now),
    `Goal: all tests pass\nwaits for ${target} since 5m: they run\n2 of 50 turns, 12,345 tokens, $0.50 of $20.00, 5m`,
  );
});

test('what happens to a goal is a line, and what follows from a verdict is said once', () => {
  const known = { kind: 'goal' as const, item_id: 'x', sequence: 1, position: 1, at };
  const note = (change: Pick<WireGoalItem, 'event' | 'text'> & Partial<WireGoalItem>) =>
    goalNote({ ...known, ...change });
  assert.equal(
    note({ event: 'judged', verdict: 'continue', text: 'one fails' }),
    'Goal, not reached yet: one fails',
  );
  assert.equal(note({ event: 'judged', verdict: 'done', text: 'all pass' }), undefined);
  assert.equal(note({ event: 'done', text: 'all pass' }), 'Goal reached: all pass');
  assert.equal(note({ event: 'parked', text: `${target}: they run` }), `Goal waits for ${target}: they run`);
  assert.equal(note({ event: 'judging', text: '' }), undefined);
});
