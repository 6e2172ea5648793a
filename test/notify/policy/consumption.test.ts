/** docs/behaviour.md, "Completion notifications", cell by cell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Act,
  acts,
  isConsuming,
  judgeCompletion,
  type Verdict,
} from '../../../src/notify/policy/consumption.ts';
import { strongestAct } from './strongest-act.ts';

const cells: Readonly<Record<Act, readonly [inline: Verdict, autonomous: Verdict, task: Verdict]>> = {
  wait_exited: ['skip_consumed', 'skip_consumed', 'answer_already_reported'],
  kill_by_session: ['skip_consumed', 'skip_consumed', 'answer_already_reported'],
  log_to_end: ['skip_consumed', 'skip_consumed', 'answer_already_reported'],
  poll_saw_end: ['skip_seen', 'deliver', 'answer'],
  kill_all: ['deliver', 'deliver', 'answer'],
  nothing: ['deliver', 'deliver', 'answer'],
};

for (const act of acts) {
  test(`after ${act}`, () => {
    const [inline, autonomous, task] = cells[act];
    assert.equal(judgeCompletion(act, 'inline'), inline);
    assert.equal(judgeCompletion(act, 'autonomous'), autonomous);
    assert.equal(judgeCompletion(act, 'task'), task);
    assert.equal(isConsuming(act), autonomous === 'skip_consumed');
  });
}

test('of several acts the one that showed most counts, in either order', () => {
  for (const one of acts) {
    for (const other of acts) {
      const strongest = strongestAct(one, other);
      assert.equal(strongestAct(other, one), strongest);
      assert.equal(isConsuming(strongest), isConsuming(one) || isConsuming(other));
    }
  }
  assert.equal(strongestAct('kill_all', 'poll_saw_end'), 'poll_saw_end');
});
