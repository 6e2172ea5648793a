import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { findLast, firstRecord, withIndex } from '../../src/output/index-file.ts';
import { listOutput, type Segment } from '../../src/output/segments.ts';
import { buildKeep, encodeRows, type Row, segmentPath } from './keep-builder.ts';

function segmentWith(t: TestContext, index: Buffer): Segment {
  const keep = buildKeep(t, { printed: Buffer.alloc(2000, 'x\n'), segments: [{ start: 1000, end: 2000 }] });
  writeFileSync(segmentPath(keep, 1000, 'index'), index);
  const [segment] = listOutput(keep).segments;
  assert.ok(segment);
  return segment;
}

function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    offset: 1000 + i * 100,
    line: 500 + i * 50,
    time: 7000 + i,
  }));
}

const lastBefore = (segment: Segment, offset: number) =>
  withIndex(segment, (index) => index.at(findLast(index, (record) => record.offset <= offset))?.offset);

test('the last record before any place is found', (t) => {
  const segment = segmentWith(t, encodeRows(rows(10)));
  for (let offset = 1000; offset < 2000; offset += 7) {
    assert.equal(lastBefore(segment, offset), offset - (offset % 100));
  }
  assert.equal(lastBefore(segment, 999), undefined);
});

test('a torn last record does not exist', (t) => {
  const segment = segmentWith(t, encodeRows(rows(5)));
  appendFileSync(segment.index, encodeRows(rows(6)).subarray(160, 175));
  assert.equal(
    withIndex(segment, (index) => index.count),
    5,
  );
  assert.equal(lastBefore(segment, 1999), 1400);
});

test('records that cannot be true are not believed', (t) => {
  const impossible: Row[] = [
    { offset: 5000, line: 600, time: 7003 },
    { offset: 0, line: 0, time: 0 },
    { offset: 1300, line: 900, time: 7003 },
    { offset: 1300, line: 20, time: 7003 },
    { offset: 2 ** 60, line: 2 ** 60, time: 2 ** 60 },
  ];
  for (const bad of impossible) {
    const segment = segmentWith(t, encodeRows([...rows(3), bad, bad, bad]));
    assert.equal(lastBefore(segment, 1999), 1200);
  }
});

test('an index that is missing, empty, of another segment, or a folder is no index', (t) => {
  const other = { offset: 1024, line: 1, time: 7000 };
  for (const index of [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(640, 0xff), encodeRows([other])]) {
    assert.equal(firstRecord(segmentWith(t, index)), undefined);
  }
  const segment = segmentWith(t, Buffer.alloc(0));
  rmSync(segment.index);
  assert.equal(firstRecord(segment), undefined);
  mkdirSync(segment.index);
  assert.equal(firstRecord(segment), undefined);
});
