import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ModelError } from '../../../src/agent/model.ts';
import { retryAt } from '../../../src/agent/models/retries.ts';

const now = 1_000_000;
const limited = (retryAfterMs?: number) => new ModelError('again', 'limited', retryAfterMs);

function waitMs(error: ModelError, troubles: number, random: number): number | undefined {
  const at = retryAt(error, troubles, now, random);
  return at && at - now;
}

describe('asking again', () => {
  test('takes twice as long every time, up to a minute, and then ends', () => {
    const waits = Array.from({ length: 9 }, (_, troubles) => waitMs(limited(), troubles, 0.5));
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, undefined, undefined]);
  });

  test('is spread, so that all do not come back at once', () => {
    assert.equal(waitMs(limited(), 2, 0), 3_000);
    assert.equal(waitMs(limited(), 2, 1), 5_000);
  });

  test('is not earlier than the provider wants', () => {
    assert.equal(waitMs(limited(30_000), 0, 0), 30_000);
    assert.equal(waitMs(limited(30_000), 0, 1), 33_000);
    assert.equal(waitMs(limited(1), 4, 0.5), 16_000);
  });

  test('ends when the provider is out for long', () => {
    assert.equal(waitMs(limited(3_600_000), 0, 0), undefined);
  });

  test('is for what may work the next time', () => {
    assert.equal(waitMs(new ModelError('never', 'wrong key'), 0, 0), undefined);
    assert.equal(waitMs(new ModelError('too_long', 'too long'), 0, 0), undefined);
  });
});
