import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gapsIn, listOutput, refreshOutput, segmentAt, startOfKept } from '../../src/output/segments.ts';
import { buildKeep, segmentPath, temporaryKeep } from './keep-builder.ts';

const printed = Buffer.alloc(100, 'a');
const segments = [
  { start: 0, end: 10 },
  { start: 30, end: 50 },
  { start: 50, end: 80 },
];

test('a keep without output, or not there at all, is an empty log', (t) => {
  const keep = temporaryKeep(t);
  assert.deepEqual(listOutput(keep), { keep, segments: [], end: 0 });
  assert.equal(listOutput(join(keep, 'no such keep')).end, 0);
});

test('what lies between segments, and up to what was printed, is a gap (promise 7)', (t) => {
  const output = listOutput(buildKeep(t, { printed, segments }), 100);
  assert.equal(output.end, 100);
  assert.deepEqual(gapsIn(output, 0, 100), [
    { from: 10, to: 30 },
    { from: 80, to: 100 },
  ]);
  assert.deepEqual(gapsIn(output, 15, 20), [{ from: 15, to: 20 }]);
  assert.deepEqual(gapsIn(output, 30, 80), []);
  assert.deepEqual(gapsIn(output, 500, 600), []);
});

test('a segment is found by any of its bytes, a byte that is gone has none', (t) => {
  const output = listOutput(buildKeep(t, { printed, segments }));
  assert.equal(segmentAt(output, 9)?.start, 0);
  assert.equal(segmentAt(output, 10), undefined);
  assert.equal(segmentAt(output, 30)?.start, 30);
  assert.equal(segmentAt(output, 50)?.start, 50);
  assert.equal(segmentAt(output, 80), undefined);
});

test('kept bytes are counted back over gaps', (t) => {
  const output = listOutput(buildKeep(t, { printed, segments }), 100);
  assert.equal(startOfKept(output, 100, 5), 75);
  assert.equal(startOfKept(output, 100, 55), 5);
  assert.equal(startOfKept(output, 40, 15), 5);
  assert.equal(startOfKept(output, 100, 1000), 0);
});

test('a refreshed output sees growth, a new segment and a deleted one', (t) => {
  const keep = buildKeep(t, { printed, segments: [{ start: 0, end: 10 }] });
  const before = listOutput(keep);
  writeFileSync(segmentPath(keep, 0, 'log'), printed.subarray(0, 20));
  const grown = refreshOutput(before, 20);
  assert.equal(grown.end, 20);
  writeFileSync(segmentPath(keep, 20, 'log'), printed.subarray(20, 30));
  const next = refreshOutput(grown, 30);
  assert.deepEqual(
    next.segments.map(({ start, end }) => [start, end]),
    [
      [0, 20],
      [20, 30],
    ],
  );
  rmSync(segmentPath(keep, 20, 'log'));
  assert.deepEqual(gapsIn(refreshOutput(next, 40), 0, 40), [{ from: 20, to: 40 }]);
});

test('names and files that are no segments are passed over; overlap never gives a byte twice', (t) => {
  const keep = buildKeep(t, { printed, segments: [{ start: 0, end: 60 }] });
  writeFileSync(segmentPath(keep, 40, 'log'), printed.subarray(40, 70));
  writeFileSync(join(keep, 'output', '12.log'), 'x');
  writeFileSync(join(keep, 'output', '9999999999999999.log'), 'x');
  symlinkSync('/dev/zero', segmentPath(keep, 80, 'log'));
  mkdirSync(segmentPath(keep, 90, 'log'));
  assert.deepEqual(
    listOutput(keep).segments.map(({ start, end }) => [start, end]),
    [
      [0, 40],
      [40, 70],
    ],
  );
});
