/** Promise 12: exactly one final state, never back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAfterCompletion } from '../../../src/notify/after-completion.ts';
import {
  isFinal,
  type LedgerEvent,
  type LedgerState,
  ledgerStates,
  nextState,
  statesBefore,
} from '../../../src/notify/policy/life.ts';

const events: readonly LedgerEvent[] = ['send', 'acknowledge', 'consume', 'dismiss', 'suppress'];

test('every state and event: where it leads, or that it is refused', () => {
  const table = ledgerStates.map((state) => events.map((event) => nextState(state, event) ?? '-'));
  assert.deepEqual(table, [
    ['sent', '-', 'consumed', 'dismissed', 'suppressed'],
    ['sent', 'delivered', 'consumed', 'dismissed', 'suppressed'],
    ['-', '-', '-', '-', '-'],
    ['-', '-', '-', '-', '-'],
    ['-', '-', '-', '-', '-'],
    ['-', '-', '-', '-', '-'],
  ]);
});

test('the condition of an update to each state', () => {
  assert.deepEqual(statesBefore('pending'), []);
  assert.deepEqual(statesBefore('sent'), ['pending', 'sent']);
  assert.deepEqual(statesBefore('delivered'), ['sent']);
  for (const state of ['consumed', 'dismissed', 'suppressed'] as const) {
    assert.deepEqual(statesBefore(state), ['pending', 'sent']);
  }
});

test('any events in any order: one final state at most, and never back', () => {
  const order = ['pending', 'sent'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (history) => {
      let state: LedgerState = 'pending';
      for (const event of history) {
        const next = nextState(state, event);
        if (isFinal(state)) assert.equal(next, undefined);
        if (next === undefined) continue;
        assert.ok(isFinal(next) || order.indexOf(next) >= order.indexOf(state));
        state = next;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('rule 4: nothing about a process once its completion was delivered or consumed', () => {
  for (const completion of ['delivered', 'consumed'] as const) {
    assert.ok(isAfterCompletion('watch_match', completion));
    assert.ok(isAfterCompletion('watch_disabled', completion));
    assert.ok(!isAfterCompletion('watch_overflow_released', completion));
    assert.ok(!isAfterCompletion('completion', completion));
  }
  for (const completion of [undefined, 'pending', 'sent', 'dismissed', 'suppressed'] as const) {
    assert.ok(!isAfterCompletion('watch_match', completion));
  }
});
