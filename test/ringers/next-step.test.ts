import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterRung, dueAct, MOST_BLIND_TRIES, type RingState } from '../../src/ringers/next-step.ts';
import type { Idempotent, Rung } from '../../src/ringers/ringer.ts';
import { admitted, isDown, isWrong, wasCutOff } from './support.ts';

const kinds: readonly Idempotent[] = ['native', 'reconcile', 'none'];

test('an admission is the end, a refusal is tried again or given up', () => {
  for (const kind of kinds) {
    assert.equal(afterRung(admitted, kind, 1).next, 'done');
    assert.equal(afterRung(isDown, kind, 100).next, 'waiting');
    assert.equal(afterRung(isWrong, kind, 1).next, 'dead');
  }
});

test('what may have arrived is uncertain, and tried blindly only so often', () => {
  const next = (kind: Idempotent, attempts: number) => afterRung(wasCutOff, kind, attempts).next;
  assert.deepEqual(
    kinds.map((kind) => next(kind, MOST_BLIND_TRIES)),
    ['uncertain', 'uncertain', 'dead'],
  );
  assert.equal(next('none', MOST_BLIND_TRIES - 1), 'uncertain');
});

test('when the agent wants to be asked again is passed on', () => {
  const busy: Rung = { outcome: 'refused', reason: 'busy', isPermanent: false, againInMs: 7 };
  assert.deepEqual(afterRung(busy, 'native', 1), { next: 'waiting', reason: 'busy', againInMs: 7 });
});

test('promise 13: what may have arrived is looked for where one can look', () => {
  const acts: [RingState, ...ReturnType<typeof dueAct>[]][] = [
    ['waiting', 'ring', 'ring', 'ring'],
    ['ringing', 'ring', 'look', 'ring'],
    ['uncertain', 'ring', 'look', 'ring'],
  ];
  for (const [state, ...expected] of acts)
    assert.deepEqual(
      kinds.map((kind) => dueAct(state, kind)),
      expected,
      state,
    );
});
