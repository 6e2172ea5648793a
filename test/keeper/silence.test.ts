import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSilence } from '../../src/keeper/silence.ts';

test('a silence is read from its push', () => {
  const fields = {
    offset: '5',
    since: '1794787200000',
    silent_ms: '600000',
    measured_ms: '595000',
    cpu_ms: '1500',
    read_bytes: '1',
    written_bytes: '2',
  };
  assert.deepEqual(parseSilence(new Map(Object.entries(fields))), {
    offset: 5,
    since: 1_794_787_200_000,
    silentMs: 600_000,
    used: { overMs: 595_000, cpuSeconds: 1.5, readBytes: 1, writtenBytes: 2 },
  });
  assert.equal(parseSilence(new Map()), undefined);
});
