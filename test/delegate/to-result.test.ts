import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResult } from '../../src/delegate/to-result.ts';

const stalled = { status: 'stalled', why: 'No progress.', patienceMs: 0 } as const;

test('what was told to stop is called by the reason, unless it had completed', () => {
  const done = { status: 'completed', result: 'All.', apiCalls: 2, cost: 0.5, model: 'm' } as const;
  const all = { version: 1, status: 'completed', result: 'All.', api_calls: 2, cost: 0.5, model: 'm' };
  assert.deepEqual(toResult(done, undefined, 'x'), all);
  assert.deepEqual(toResult(done, stalled, 'x'), all);
  assert.deepEqual(toResult({ status: 'failed', result: 'Half.', error: 'It broke.' }, stalled, 'x'), {
    version: 1,
    status: 'stalled',
    result: 'Half.',
    error: 'No progress. It broke.',
  });
  assert.deepEqual(toResult({ status: 'failed', result: '', error: 'It broke.' }, undefined, 'said'), {
    version: 1,
    status: 'failed',
    result: 'said',
    error: 'It broke.',
  });
});

test('of who does not report in time there is what it said last', () => {
  assert.deepEqual(toResult(undefined, stalled, 'said'), {
    version: 1,
    status: 'stalled',
    result: 'said',
    error: 'No progress.',
  });
});
