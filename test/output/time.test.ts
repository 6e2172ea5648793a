import assert from 'node:assert/strict';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { listOutput } from '../../src/output/segments.ts';
import { sinceToOffset } from '../../src/output/time.ts';
import { buildKeep, encodeTimes, segmentPath } from './keep-builder.ts';

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

/** Ten bytes at each of these times, in a terminal, and then 270; all later segments at one time. */
function keepWithTimes(t: TestContext) {
  const keep = buildKeep(t, { ...plan, grainMs: 50, timeAt: (offset) => (offset < 500 ? 5000 : 9000) });
  const rows = [5060, 7000, 7500].map((time, i) => ({ offset: (i + 1) * 10, time }));
  writeFileSync(segmentPath(keep, 0, 'times'), encodeTimes({ offset: 0, time: 5000 }, rows));
  return keep;
}

test('where times were recorded, a time leads to what was printed then', (t) => {
  const output = listOutput(keepWithTimes(t));
  const offsets = [4999, 5000, 5001, 5049, 5050, 5060, 5061, 6000, 7000, 7049, 7400, 7549, 7550, 8999].map(
    (at) => sinceToOffset(output, at),
  );
  assert.deepEqual(offsets, [0, 0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 300, 300]);
  assert.equal(sinceToOffset(output, 9001), 700);
  assert.equal(sinceToOffset(output, 9050), 1000);
});

test('damaged times are not believed: what is shown begins earlier', (t) => {
  const keep = keepWithTimes(t);
  appendFileSync(segmentPath(keep, 0, 'times'), 'short');
  assert.equal(sinceToOffset(listOutput(keep), 8000), 300);
  appendFileSync(segmentPath(keep, 0, 'times'), Buffer.alloc(8));
  assert.equal(sinceToOffset(listOutput(keep), 8000), 30);
});
