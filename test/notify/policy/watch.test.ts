/** docs/behaviour.md, "Watch matches", rules 1, 2 and 4, sentence by sentence. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import type { WatchState } from '../../../src/notify/policy/types.ts';
import { addUnscanned, endWatch, judgeMatch, newWatch } from '../../../src/notify/policy/watch.ts';

const second = 1_000;

/** Offers a match at each of these seconds; what became of them and what was said. */
function matchAt(seconds: readonly number[], limits = defaultConfig, start: WatchState = newWatch) {
  let watch = start;
  const told = seconds.map((each) => {
    const judged = judgeMatch(limits, watch, each * second);
    watch = judged.watch;
    return judged;
  });
  return { watch, outcomes: told.map(({ outcome }) => outcome), say: told.map(({ say }) => say) };
}

const tables: readonly [string, readonly number[], readonly string[]][] = [
  ['the first match is said', [0], ['said']],
  ['at most one match notification in 15 s', [0, 1, 14.999], ['said', 'spacing', 'spacing']],
  ['after 15 s the next is said', [0, 15], ['said', 'said']],
  ['a window starts with what was said, not with what was dropped', [0, 14, 15], ['said', 'spacing', 'said']],
  [
    'three strike windows in a row: disabled after the first drop of the third',
    [0, 1, 15, 16, 30, 31, 32, 100],
    ['said', 'spacing', 'said', 'spacing', 'said', 'spacing', 'disabled', 'disabled'],
  ],
  [
    'a window is one strike however many drops',
    [0, 1, 2, 3, 4, 5, 15],
    ['said', 'spacing', 'spacing', 'spacing', 'spacing', 'spacing', 'said'],
  ],
  [
    'a window that passes without a drop sets the count back to zero',
    [0, 1, 15, 16, 30, 45, 46, 60, 61, 75],
    ['said', 'spacing', 'said', 'spacing', 'said', 'said', 'spacing', 'said', 'spacing', 'said'],
  ],
  [
    'quiet time between two windows is no window: the strikes are still in a row',
    [0, 1, 100, 101, 200, 201, 300],
    ['said', 'spacing', 'said', 'spacing', 'said', 'spacing', 'disabled'],
  ],
];

for (const [sentence, seconds, outcomes] of tables) {
  test(sentence, () => assert.deepEqual(matchAt(seconds).outcomes, outcomes));
}

test('a match inside the window is counted; the next notification says how many', () => {
  const { say } = matchAt([0, 1, 2, 15]);
  assert.deepEqual(say.flat(), [
    { say: 'watch_match', suppressed: 0, unscannedBytes: 0 },
    { say: 'watch_match', suppressed: 2, unscannedBytes: 0 },
  ]);
});

test('one watch_disabled, at the first drop of the third strike window, with what was dropped', () => {
  const { say, watch } = matchAt([0, 1, 15, 16, 30, 31, 32]);
  assert.deepEqual(say[5], [{ say: 'watch_disabled', suppressed: 1, unscannedBytes: 0, strikes: 3 }]);
  assert.deepEqual(say[6], []);
  assert.equal(watch.phase, 'disabled');
});

test('the number of strikes and the spacing are limits', () => {
  const limits = { ...defaultConfig, strikes: 1, spacingMs: 2 * second };
  assert.deepEqual(matchAt([0, 2, 3, 4], limits).outcomes, ['said', 'said', 'spacing', 'disabled']);
});

test('bytes that nobody scanned are counted in the next notification, once', () => {
  const { say } = matchAt([0, 15], defaultConfig, addUnscanned(addUnscanned(newWatch, 100), 20));
  assert.deepEqual(
    say.flat().map(({ unscannedBytes }) => unscannedBytes),
    [120, 0],
  );
});

test('after the end nothing is a match, whatever the watch was before', () => {
  for (const seconds of [[], [0], [0, 1], [0, 1, 15, 16, 30, 31]]) {
    const ended = endWatch(matchAt(seconds).watch);
    assert.deepEqual(matchAt([100, 200], defaultConfig, ended).outcomes, ['after_end', 'after_end']);
    assert.deepEqual(endWatch(ended), ended);
  }
});

test('a clock set back by a little goes on with the window, by hours opens it', () => {
  assert.deepEqual(matchAt([5_000, 4_999]).outcomes, ['said', 'spacing']);
  assert.deepEqual(matchAt([5_000, 1_000]).outcomes, ['said', 'said']);
});
