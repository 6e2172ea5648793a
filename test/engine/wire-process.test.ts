import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toValues } from '../../src/engine/start-fields.ts';
import type { Exit, Life, ProcessSnapshot } from '../../src/engine/types.ts';
import { toWireProcess } from '../../src/engine/wire-process.ts';

const exit: Exit = {
  rawStatus: 15,
  exitCode: 143,
  signal: 'SIGTERM',
  endedAt: 6_000,
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
  terminationSource: 'max_runtime',
};

function wire(life: Life) {
  const process: ProcessSnapshot = {
    ...toValues({}, {}),
    id: 'proc_0123456789ab',
    command: 'x',
    cwd: '/',
    pid: 1,
    keeperPid: 2,
    session: 's',
    task: '',
    environment: 'local',
    pty: false,
    stdin: false,
    notifyOnComplete: false,
    watchPatterns: [],
    foreground: false,
    startedAt: 1_000,
    life,
  };
  return toWireProcess(process, 100_000);
}

test('a running process grows older, its exit code is not invented', () => {
  const { uptime_seconds, status, exit_code, signal, completion_reason } = wire({
    state: 'running',
    detached: false,
  });
  assert.deepEqual(
    [uptime_seconds, status, exit_code, signal, completion_reason],
    [99, 'running', null, null, undefined],
  );
});

test('trap 13: an ended process does not grow older', () => {
  assert.equal(wire({ state: 'exited', exit }).uptime_seconds, 5);
});

test('one that was killed has the exit code it really had', () => {
  const { status, exit_code, signal, completion_reason, termination_source } = wire({
    state: 'exited',
    exit,
  });
  assert.deepEqual(
    [status, exit_code, signal, completion_reason, termination_source],
    ['exited', 143, 'SIGTERM', 'killed', 'max_runtime'],
  );
});

test('promise 3: lost is neither 0 nor -1', () => {
  const { status, exit_code, completion_reason, termination_source, note } = wire({
    state: 'lost',
    endedAt: 2_000,
    note: 'gone',
  });
  assert.deepEqual(
    [status, exit_code, completion_reason, termination_source, note],
    ['lost', null, 'lost', 'backend_lost', 'gone'],
  );
});
