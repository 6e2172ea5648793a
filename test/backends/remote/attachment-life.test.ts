import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AttachmentState,
  attachmentLife,
  nextState,
  restMs,
} from '../../../src/backends/remote/attachment-life.ts';

const states = Object.keys(attachmentLife) as AttachmentState[];

test('every state is reached from the first, and every one can be stopped', () => {
  const reached = new Set<AttachmentState>(['reaching']);
  for (const state of reached) for (const next of Object.values(attachmentLife[state])) reached.add(next);
  assert.deepEqual([...reached].sort(), states.sort());
  for (const state of states) assert.equal(nextState(state, 'stop'), 'over');
});

test('what fails is tried again after a rest, whatever it was', () => {
  for (const state of states.filter((one) => one !== 'over')) {
    assert.equal(nextState(state, 'fail'), 'resting');
    assert.equal(nextState('resting', 'rest'), 'reaching');
  }
  assert.ok(restMs('changing') < restMs('fail') && restMs('fail') < restMs('otherMachine'));
});

test('a connection that breaks is mended at once, and a keeper that left in peace is not judged', () => {
  assert.equal(nextState('following', 'break'), 'reaching');
  assert.equal(nextState('following', 'closeAfterEnd'), 'tidying');
  assert.equal(nextState('following', 'close'), 'judging');
});
