import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyAction, type Situation } from '../../../../src/cli/chat/screen/keys.ts';

const idle: Situation = {
  isEmpty: true,
  isWorking: false,
  isCompleting: false,
  hasApproval: false,
  mayLeave: false,
};
const CTRL_C = '\x03';
const CTRL_D = '\x04';
const ESCAPE = '\x1b';

test('Ctrl-C and Esc stop a turn, and nothing else while there is one', () => {
  const working = { ...idle, isWorking: true };
  for (const key of [CTRL_C, ESCAPE]) {
    assert.equal(keyAction(key, working), 'stop');
    assert.equal(keyAction(key, { ...working, isEmpty: false, mayLeave: true }), 'stop');
  }
  assert.equal(keyAction(ESCAPE, { ...working, isCompleting: true }), 'type');
  assert.equal(keyAction(ESCAPE, idle), 'type');
});

test('at an empty prompt Ctrl-C twice, or Ctrl-D, leaves', () => {
  assert.equal(keyAction(CTRL_C, idle), 'warn');
  assert.equal(keyAction(CTRL_C, { ...idle, mayLeave: true }), 'leave');
  assert.equal(keyAction(CTRL_D, idle), 'leave');
  const written = { ...idle, isEmpty: false, mayLeave: true };
  assert.equal(keyAction(CTRL_C, written), 'clear');
  assert.equal(keyAction(CTRL_D, written), 'type');
});

test('an approval is answered by a letter at an empty prompt only', () => {
  const asked = { ...idle, hasApproval: true };
  assert.deepEqual(
    ['a', 'd', 'l', 'x'].map((key) => keyAction(key, asked)),
    ['allow', 'deny', 'always', 'type'],
  );
  assert.equal(keyAction('a', { ...asked, isEmpty: false }), 'type');
  assert.equal(keyAction('a', idle), 'type');
});

test('a key that is let go of is not pressed', () => {
  assert.equal(keyAction('\x1b[99;5:3u', idle), 'type');
  assert.equal(keyAction('\x1b[99;5u', idle), 'warn');
});
