import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainStatus, killerOf, toExit } from '../../src/engine/to-exit.ts';
import { encodeExitFile, parseExit, parseExitFile } from '../../src/keeper/exit.ts';

const table: [raw: number, exitCode: number, signal: string | null][] = [
  [0x0000, 0, null],
  [0x0100, 1, null],
  [0x7f00, 127, null],
  [0xff00, 255, null],
  [2, 130, 'SIGINT'],
  [6, 134, 'SIGABRT'],
  [0x86, 134, 'SIGABRT'], // with a core dump
  [9, 137, 'SIGKILL'],
  [15, 143, 'SIGTERM'],
  [64, 192, 'SIG64'],
];

test('promise 3: the raw status is shown as a shell would show it', () => {
  for (const [raw, exitCode, signal] of table)
    assert.deepEqual(explainStatus(raw), { exitCode, signal }, `raw ${raw}`);
});

test('a kill under a name of its own is still a kill', () => {
  const fields = new Map([
    ['status', '15'],
    ['offset', '0'],
    ['ended_at', '1'],
    ['source', 'by hand'],
  ]);
  const record = parseExit(fields) ?? assert.fail();
  assert.equal(toExit(record)?.terminationSource, 'process.kill');
  assert.equal(toExit({ ...record, terminationSource: 'max_runtime' })?.terminationSource, 'max_runtime');
  assert.equal(toExit({ ...record, terminationSource: '' })?.terminationSource, '');
});

test('promise 3: one that never began has no status, and nobody makes one up', () => {
  const fields = new Map([
    ['never_began', '1'],
    ['offset', '0'],
    ['ended_at', '1'],
    ['source', 'kill_all'],
    ['refusal', 'why'],
  ]);
  const record = parseExit(fields) ?? assert.fail();
  assert.equal(toExit(record), undefined);
  assert.equal(killerOf(record), 'kill_all');
  assert.deepEqual(parseExitFile(encodeExitFile(record)), record);
  fields.delete('never_began');
  assert.equal(parseExit(fields), undefined, 'a status that is missing is no end');
});
