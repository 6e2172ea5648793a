import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { listOutput } from '../../src/output/segments.ts';
import { sinceToOffset } from '../../src/output/time.ts';
import { buildKeep, segmentPath } from './keep-builder.ts';

const plan = {
  printed: Buffer.alloc(1000, 'a\n'),
  segments: [
    { start: 0, end: 300 },
    { start: 500, end: 700 },
    { start: 700, end: 1000 },
  ],
  every: 100,
  timeAt: (offset: number) => 5000 + offset,
};

test('a time leads to the last record before it, never to a later one', (t) => {
  const output = listOutput(buildKeep(t, plan));
  const offsets = [0, 5000, 5001, 5100, 5101, 5450, 5501, 5700, 5701, 9999].map((at) =>
    sinceToOffset(output, at),
  );
  assert.deepEqual(offsets, [0, 0, 0, 0, 100, 200, 500, 600, 700, 900]);
});

test('a lost index leads to an earlier record', (t) => {
  const keep = buildKeep(t, plan);
  rmSync(segmentPath(keep, 500, 'index'));
  const output = listOutput(keep);
  assert.deepEqual(
    [5101, 5650, 5999].map((at) => sinceToOffset(output, at)),
    [100, 200, 900],
  );
});
