import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDelegation, formatDelegations, type Page } from '../../../src/cli/delegate/describe.ts';
import type { WireDelegation, WireDelegationTask } from '../../../src/wire/delegation.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const page = (width: number): Page => ({ width, now: 200_000, usesColour: false });

const task = (more: Partial<WireDelegationTask>): WireDelegationTask => ({
  task_index: 0,
  session_id: 'proc_0123456789ab',
  state: 'running',
  goal: 'Look at the docs\nand the code',
  to: 'own',
  environment: 'local',
  workdir: '/work',
  started_at: at(100),
  ended_at: null,
  ...more,
});

const delegation = (tasks: WireDelegationTask[], more: Partial<WireDelegation> = {}): WireDelegation => ({
  delegation_id: 'dlg_3f9c12bc45de',
  session_key: 'person:me',
  state: 'running',
  goal: 'Look at everything, and say what is wrong with it',
  role: 'leaf',
  is_batch: tasks.length > 1,
  depth: 1,
  tasks,
  dispatched_at: at(100),
  completed_at: null,
  ...more,
});

const good = task({ state: 'ended', status: 'completed', ended_at: at(163), cost: 0.042, api_calls: 7 });
const bad = {
  task_index: 1,
  state: 'ended',
  status: 'timeout',
  ended_at: at(190),
  error: 'Out of time.',
} as const;
const three = delegation([
  { ...good, result: 'All \u001b[31mfine\u001b[0m.\nReally.' },
  task({ ...bad, to: 'claude-code', model: 'opus', environment: 'gpu' }),
  task({ task_index: 2, progress: 'edits src/index.ts' }),
]);

test('one delegation: every task with its mark, status, time, cost, result, or how to follow it', () => {
  assert.equal(
    describeDelegation(three, page(60)),
    `dlg_3f9c12bc45de running, 2 of 3 done, 1m40s, $0.04
goal     Look at everything, and say what is wrong with it
session  person:me

✓ 1 completed, 1m3s, $0.04, 7 requests, own, proc_0123456789ab
    Look at the docs ⏎ and the code
    All fine.
    Really.

✗ 2 timeout, 1m30s, claude-code (opus), on gpu, proc_0123456789ab
    Look at the docs ⏎ and the code
    Out of time.

• 3 running, 1m40s, own, proc_0123456789ab
    Look at the docs ⏎ and the code
    edits src/index.ts
    ringback log -f proc_0123456789ab`,
  );
});

test('a list fits into 40 columns, and says what is being stopped', () => {
  const stopping = delegation([task({ state: 'interrupting' })], { goal: 'short' });
  const failed = delegation([task(bad)], { state: 'ended', status: 'failed', completed_at: at(190) });
  const all = [three, stopping, failed];
  assert.equal(
    formatDelegations(all, page(40)),
    `ID    STATE     TOOK   GOAL
3f9c  running   1m40s  Look at everythi…
3f9c  stopping  1m40s  short
3f9c  failed    1m30s  Look at everythi…`,
  );
  assert.match(formatDelegations(all, page(100)), /^dlg_3f9c12bc45de +running +1m40s +2 of 3 +Look/m);
});
