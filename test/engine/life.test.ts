import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completionReason,
  endOf,
  isEnded,
  processLife,
  statesThatTake,
  terminationSource,
} from '../../src/engine/life.ts';
import type { Exit, Life } from '../../src/engine/types.ts';

const exit: Exit = {
  rawStatus: 0,
  exitCode: 0,
  signal: null,
  endedAt: 5,
  finalOffset: 0,
  lines: 0,
  lastOutputAt: null,
  outputOpen: false,
  descendants: 0,
  maxRssKb: 0,
  userMs: 0,
  systemMs: 0,
  killedForMemory: false,
  gapBytes: 0,
  terminationSource: '',
};

test('nothing follows an end, and every end can be reached from everything before it', () => {
  assert.deepEqual([processLife.exited, processLife.lost, processLife.skipped], [{}, {}, {}]);
  assert.deepEqual(statesThatTake('end'), ['queued', 'running']);
  assert.deepEqual(statesThatTake('lose'), ['queued', 'running']);
  assert.deepEqual(statesThatTake('start'), ['queued']);
});

const lives: [Life, boolean, number | undefined, string | null, string][] = [
  [{ state: 'queued' }, false, undefined, null, ''],
  [{ state: 'running', detached: false }, false, undefined, null, ''],
  [{ state: 'exited', exit }, true, 5, 'exited', ''],
  [{ state: 'exited', exit: { ...exit, terminationSource: 'kill_all' } }, true, 5, 'killed', 'kill_all'],
  [{ state: 'lost', endedAt: 7, note: '' }, true, 7, 'lost', 'backend_lost'],
  [{ state: 'lost', endedAt: 7, note: '', killedBy: 'kill_all' }, true, 7, 'killed', 'kill_all'],
  [{ state: 'skipped', endedAt: 7, note: 'why' }, true, 7, 'skipped', ''],
  [{ state: 'skipped', endedAt: 7, note: '', killedBy: 'kill_all' }, true, 7, 'killed', 'kill_all'],
];
test('what is said of a life', () => {
  for (const [life, ended, endedAt, reason, source] of lives) {
    assert.equal(isEnded(life), ended);
    assert.equal(endOf(life), endedAt);
    assert.equal(completionReason(life), reason);
    assert.equal(terminationSource(life), source);
  }
});
