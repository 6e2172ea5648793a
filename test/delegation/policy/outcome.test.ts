import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideOutcome, type End, isOwnWord, unitStatus } from '../../../src/delegation/policy/outcome.ts';
import type { DelegateResult } from '../../../src/wire/delegation.ts';
import type { DelegationStatus } from '../../../src/wire/events.ts';

const how = 'its process died of SIGKILL';
const printed = 'the last lines';
const interrupted = { why: 'It was interrupted.', hasStalled: false };
const stalled = { why: 'It hung.', hasStalled: true };
const file = (status: DelegateResult['status']): DelegateResult => ({
  version: 1,
  status,
  result: 'its own word',
  api_calls: 2,
});
const end = (one: Partial<End>): End => ({ file: 'none', source: '', how, printed, ...one });

const own: [DelegationStatus, Partial<End>][] = [
  ['completed', { file: file('completed') }],
  // Whoever ended it afterwards: it had come back.
  ['completed', { file: file('completed'), source: 'process.kill', stop: interrupted }],
  ['failed', { file: file('failed'), source: 'max_runtime' }],
  ['error', { file: file('error') }],
  ['stalled', { file: file('stalled') }],
  ['timeout', { file: file('timeout') }],
  ['interrupted', { file: file('interrupted'), stop: interrupted }],
  ['interrupted', { file: file('interrupted') }],
  ['stalled', { file: file('interrupted'), stop: stalled }],
  ['timeout', { file: file('interrupted'), source: 'max_runtime' }],
];
const without: [DelegationStatus, Partial<End>, RegExp][] = [
  ['unknown', {}, /^Its outcome is unknown\. It left no result: its process died of SIGKILL\.$/],
  ['unknown', { file: 'damaged' }, /What it left as its result cannot be read/],
  ['unknown', { source: 'process.kill' }, /unknown/],
  ['unknown', { source: 'kill_all' }, /unknown/],
  ['unknown', { source: 'backend_lost' }, /unknown/],
  ['timeout', { source: 'max_runtime' }, /as long as it was allowed to/],
  ['interrupted', { stop: interrupted, source: 'process.kill' }, /^It was interrupted\. It left no result/],
  ['interrupted', { stop: interrupted, file: 'damaged' }, /cannot be read/],
  ['stalled', { stop: stalled, source: 'process.kill' }, /^It hung\./],
];

for (const [status, one] of own)
  test(`promise 24: its own word counts: ${status} from ${JSON.stringify(one)}`, () => {
    const outcome = decideOutcome(end(one));
    assert.deepEqual([outcome.status, outcome.result, outcome.api_calls], [status, 'its own word', 2]);
    assert(!('version' in outcome));
  });

for (const [status, one, said] of without)
  test(`promise 24: without its word: ${status} from ${JSON.stringify(one)}`, () => {
    const outcome = decideOutcome(end(one));
    assert.deepEqual([outcome.status, outcome.result], [status, printed]);
    assert.match(outcome.error ?? '', said);
    assert(!isOwnWord(status));
  });

test('a fan-out is good when all of it is; a single task is what it is', () => {
  assert.equal(unitStatus(true, ['completed', 'success']), 'completed');
  assert.equal(unitStatus(true, ['completed', 'unknown']), 'failed');
  assert.equal(unitStatus(true, ['interrupted']), 'failed');
  assert.equal(unitStatus(false, ['stalled']), 'stalled');
});
