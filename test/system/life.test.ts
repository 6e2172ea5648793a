import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProcessSnapshot } from '../../src/engine/types.ts';
import { countFailures, restMs, STEADY_MS, verdictOn } from '../../src/system/life.ts';

type Ended = Pick<ProcessSnapshot, 'life' | 'startedAt'>;

/** One that ran for so long and ended so. */
function ended(exitCode: number, terminationSource = '', ranMs = 10): Ended {
  const exit = { exitCode, terminationSource, endedAt: 1_000 + ranMs };
  return { startedAt: 1_000, life: { state: 'exited', exit } as ProcessSnapshot['life'] };
}
const lost: Ended = { startedAt: 1_000, life: { state: 'lost', endedAt: 1_010, note: '' } };

test('only what left by itself, or was ended by a person, is not started again', () => {
  assert.equal(verdictOn(ended(0)), 'leave');
  assert.equal(verdictOn(ended(143, 'process.kill')), 'leave');
  // Stopped with the daemon: where work is left, the next daemon starts it again.
  assert.equal(verdictOn(ended(0, 'kill_all')), 'leave');
  assert.equal(verdictOn(ended(143, 'kill_all')), 'crash');
  for (const one of [ended(1), ended(137), ended(0, 'max_runtime'), lost])
    assert.equal(verdictOn(one), 'crash');
});

test('failures in a row are counted up to the last life that was good, or long, or ended with the daemon', () => {
  assert.equal(countFailures([]), 0);
  assert.equal(countFailures([ended(1), lost, ended(137), ended(0), ended(1)]), 3);
  assert.equal(countFailures([ended(1), ended(1, '', STEADY_MS), ended(1)]), 2);
  assert.equal(countFailures([ended(143, 'kill_all'), ended(1)]), 0);
});

test('the pauses grow from half a second to a minute; after a stop of the daemon there is none', () => {
  const pauses = [0, 1, 2, 3, 8, 50].map((failures) => restMs(failures, 0.5));
  assert.deepEqual(pauses, [0, 500, 1_000, 2_000, 60_000, 60_000]);
});
