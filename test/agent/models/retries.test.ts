import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ModelError } from '../../../src/agent/model.ts';
import { retryAfter } from '../../../src/agent/models/retries.ts';

const limited = (retryAfterMs?: number) => new ModelError('again', 'limited', retryAfterMs);

describe('asking again', () => {
  test('takes twice as long every time, up to a minute, and then ends', () => {
    const waits = Array.from({ length: 9 }, (_, index) => retryAfter(index + 1, limited(), 0.5));
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, undefined, undefined]);
  });

  test('is spread, so that all do not come back at once', () => {
    assert.equal(retryAfter(3, limited(), 0), 3_000);
    assert.equal(retryAfter(3, limited(), 1), 5_000);
  });

  test('is not earlier than the provider wants', () => {
    assert.equal(retryAfter(1, limited(30_000), 0), 30_000);
    assert.equal(retryAfter(1, limited(30_000), 1), 33_000);
    assert.equal(retryAfter(5, limited(1), 0.5), 16_000);
  });

  test('ends when the provider is out for long', () => {
    assert.equal(retryAfter(1, limited(3_600_000), 0), undefined);
  });

  test('is for what may work the next time', () => {
    assert.equal(retryAfter(1, new ModelError('never', 'wrong key'), 0), undefined);
    assert.equal(retryAfter(1, new ModelError('too_long', 'too long'), 0), undefined);
  });
});
