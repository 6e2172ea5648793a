import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { resizesIn, sizeAt } from '../../src/output/resizes.ts';
import { listOutput } from '../../src/output/segments.ts';
import { buildKeep, encodeRows, segmentPath } from './keep-builder.ts';

const plan = {
  printed: Buffer.alloc(1000, 'a\n'),
  segments: [
    { start: 0, end: 300 },
    { start: 500, end: 700 },
    { start: 700, end: 1000 },
  ],
  every: 10,
  resizes: [
    { offset: 0, cols: 80, rows: 24 },
    { offset: 150, cols: 100, rows: 30 },
    { offset: 400, cols: 1, rows: 1 },
    { offset: 700, cols: 120, rows: 40 },
    { offset: 700, cols: 121, rows: 40 },
  ],
};

test('resizes come with their offsets, in order, those of deleted segments are gone', (t) => {
  const output = listOutput(buildKeep(t, plan));
  const columns = (from: number, to: number) => resizesIn(output, from, to).map(({ cols }) => cols);
  assert.deepEqual(columns(0, 1000), [80, 100, 120, 121]);
  assert.deepEqual(columns(1, 700), [100]);
  assert.deepEqual(columns(150, 151), [100]);
  assert.deepEqual(columns(151, 700), []);
  assert.deepEqual(resizesIn(output, 150, 151), [{ offset: 150, time: 1150, cols: 100, rows: 30 }]);
});

test('the size in force is the last one at or before an offset', (t) => {
  const output = listOutput(buildKeep(t, plan));
  const columns = [0, 149, 150, 299, 350, 600, 699, 700, 1000].map((offset) => sizeAt(output, offset)?.cols);
  assert.deepEqual(columns, [80, 80, 100, 100, 100, 100, 100, 121, 121]);
  assert.equal(sizeAt(listOutput(buildKeep(t, { printed: plan.printed })), 500), undefined);
});

test('the size outlives the segment in which it was set: ordinary records carry it too', (t) => {
  const keep = buildKeep(t, { printed: plan.printed, segments: [{ start: 500, end: 1000 }] });
  const row = { offset: 500, line: 250, time: 1, cols: 90, rows: 20 };
  writeFileSync(segmentPath(keep, 500, 'index'), encodeRows([row]));
  const output = listOutput(keep);
  assert.deepEqual(sizeAt(output, 900), { cols: 90, rows: 20 });
  assert.deepEqual(resizesIn(output, 0, 1000), []);
});
