import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryState } from '../../src/notify/policy/delivery-life.ts';
import { afterRung, dueAct, MOST_BLIND_TRIES } from '../../src/ringers/next-step.ts';
import type { Idempotent, Rung } from '../../src/ringers/ringer.ts';
import { admitted, isDown, isWrong, wasCutOff } from './ring-home.ts';

const kinds: readonly Idempotent[] = ['native', 'reconcile', 'none'];

test('an admission is the end, a refusal is tried again or given up', () => {
  for (const kind of kinds) {
    assert.equal(afterRung(admitted, kind, 1).event, 'confirm');
    assert.equal(afterRung(isDown, kind, 100).event, 'refuse');
    assert.equal(afterRung(isWrong, kind, 1).event, 'refuseForGood');
  }
});

test('what may have arrived is uncertain, and tried blindly only so often', () => {
  const next = (kind: Idempotent, attempts: number) => afterRung(wasCutOff, kind, attempts).event;
  assert.deepEqual(
    kinds.map((kind) => next(kind, MOST_BLIND_TRIES)),
    ['lose', 'lose', 'refuseForGood'],
  );
  assert.equal(next('none', MOST_BLIND_TRIES - 1), 'lose');
});

test('when the agent wants to be asked again is passed on', () => {
  const busy: Rung = { outcome: 'refused', reason: 'busy', isPermanent: false, againInMs: 7 };
  assert.deepEqual(afterRung(busy, 'native', 1), { event: 'refuse', reason: 'busy', againInMs: 7 });
});

test('promise 13: what may have arrived is looked for where one can look', () => {
  const acts: [DeliveryState, ...ReturnType<typeof dueAct>[]][] = [
    ['waiting', 'ring', 'ring', 'ring'],
    ['offered', 'ring', 'look', 'ring'],
    ['uncertain', 'ring', 'look', 'ring'],
  ];
  for (const [state, ...expected] of acts)
    assert.deepEqual(
      kinds.map((kind) => dueAct(state, kind)),
      expected,
      state,
    );
});
