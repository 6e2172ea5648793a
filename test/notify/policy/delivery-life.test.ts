import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DeliveryEvent,
  type DeliveryState,
  deliveryLife,
  isOver,
  nextDeliveryState,
} from '../../../src/notify/policy/delivery-life.ts';

const states = Object.keys(deliveryLife) as DeliveryState[];
const events: readonly DeliveryEvent[] = [
  'offer',
  'confirm',
  'refuse',
  'refuseForGood',
  'lose',
  'revive',
  'close',
];

test('every state and event of a delivery: where it leads, or that it is refused', () => {
  const next = (state: DeliveryState, event: DeliveryEvent) => {
    try {
      return nextDeliveryState(state, event);
    } catch {
      return '-';
    }
  };
  const table = states.map((state) => [state, ...events.map((event) => next(state, event))]);
  assert.deepEqual(table, [
    ['waiting', 'offered', '-', '-', '-', '-', '-', 'closed'],
    ['offered', 'offered', 'delivered', 'waiting', 'dead', 'uncertain', '-', 'closed'],
    ['uncertain', 'offered', 'delivered', '-', '-', 'uncertain', '-', 'closed'],
    ['dead', '-', '-', '-', '-', '-', 'uncertain', 'closed'],
    ['delivered', '-', '-', '-', '-', '-', '-', '-'],
    ['closed', '-', '-', '-', '-', '-', '-', '-'],
  ]);
});

test('a delivery is over when it was delivered or closed', () => {
  assert.deepEqual(states.filter(isOver), ['delivered', 'closed']);
});
