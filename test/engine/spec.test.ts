import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRow } from '../../src/engine/row.ts';
import { encodeSpec, rowFromSpec } from '../../src/engine/spec.ts';

const row: NewRow = {
  id: 'proc_000000000001',
  request_id: null,
  state: 'queued',
  command: 'make',
  cwd: '/src',
  session: 's',
  task: 't',
  name: 'build',
  system: 'agent',
  delegation: 'dlg_000000000001/0',
  environment: 'local',
  pty: 1,
  stdin: 0,
  cols: 80,
  rows: 24,
  notify_on_complete: 1,
  notify_on: 'always',
  watch_patterns: '["READY","/x/i"]',
  deadline: 600,
  heartbeat: 300,
  quiet_after: 60,
  ready: ':3000',
  ready_at: 1_700_000_000_500,
  after_ids: '["proc_000000000002"]',
  log_limit: 12345,
  foreground: 1,
  started_at: 678,
};
const fallback = { logLimitBytes: 1, startedAt: 2 };

test('a row survives the way through its spec', () => {
  assert.deepEqual(rowFromSpec(row.id, JSON.parse(encodeSpec(row, '/bin/sh', 5000)), fallback), row);
});

test('whatever a damaged spec holds, the row is one that can be stored', () => {
  for (const spec of [
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { command: 1, cols: -1, rows: 1.5, watchPatterns: [1, 'a', null] },
  ]) {
    const made = rowFromSpec(row.id, spec, fallback);
    assert.match(made.command, /damaged/);
    assert.equal(made.cols, 120);
    assert.equal(made.rows, 30);
    assert.equal(made.log_limit, 1);
    assert.equal(made.started_at, 2);
    assert(['[]', '["a"]'].includes(made.watch_patterns));
  }
});
