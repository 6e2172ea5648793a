import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayOf, maySpend } from '../../../src/agent/models/spending.ts';

const now = new Date(2026, 2, 14, 15, 9).getTime();
const asked = { model: 'openai/gpt-5.4', isPriceKnown: true, spentToday: 4.99, cap: 5, now };

describe('a daily cap', () => {
  test('lets models be asked until it is reached', () => {
    assert.deepEqual(maySpend(asked), { may: true });
    const permission = maySpend({ ...asked, spentToday: 5.004 });
    assert.ok(!permission.may);
    assert.match(
      permission.message,
      /^\$5\.00 were spent today, and the daily cap is \$5\.00\. It goes on at midnight/,
    );
    assert.equal(permission.until, new Date(2026, 2, 15).getTime());
  });

  test('is none when it is 0', () => {
    assert.deepEqual(maySpend({ ...asked, spentToday: 1_000, cap: 0, isPriceKnown: false }), { may: true });
  });

  test('cannot be kept where the price is not known', () => {
    const permission = maySpend({ ...asked, spentToday: 0, isPriceKnown: false });
    assert.ok(!permission.may);
    assert.match(permission.message, /The price of openai\/gpt-5\.4 is not known.*agentPrices/);
    assert.equal(permission.until, undefined);
  });
});

test('a day is from midnight to midnight, however many hours that are', () => {
  assert.deepEqual(dayOf(now), {
    begin: new Date(2026, 2, 14).getTime(),
    end: new Date(2026, 2, 15).getTime(),
  });
});
