import assert from 'node:assert/strict';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { readLastLines, readLines } from '../../src/output/line-range.ts';
import { totalLines } from '../../src/output/lines.ts';
import { readRange } from '../../src/output/read.ts';
import { resizesIn, sizeAt } from '../../src/output/resizes.ts';
import { listOutput } from '../../src/output/segments.ts';
import { tailText } from '../../src/output/tail.ts';
import { sinceToOffset } from '../../src/output/time.ts';
import * as huge from './keep-builder.ts';

/** Milliseconds of the processor; generous, for a slow machine. Reading through 10 GB takes thirty times as long. */
const bound = 150;

/** The best of three: what it costs, not what else the machine did. */
function assertQuick<T>(t: TestContext, name: string, use: () => T): T {
  let best = Number.POSITIVE_INFINITY;
  let result = use();
  for (let i = 0; i < 3; i += 1) {
    const before = process.cpuUsage();
    result = use();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  t.diagnostic(`${name}: ${best.toFixed(2)} ms`);
  assert.ok(best < bound, `${name} took ${best} ms`);
  return result;
}

test('a 10 GB log of 640 segments is read in milliseconds (promise 8)', (t) => {
  const keep = huge.buildHugeKeep(t, 640);
  const lines = 640 * huge.hugeLinesPerSegment;
  const last = assertQuick(t, 'last 200 lines', () => readLastLines(listOutput(keep), 200));
  assert.deepEqual([last.first, last.last], [lines - 200, lines]);
  const one = assertQuick(t, 'line 5,000,000', () => readLines(listOutput(keep), 5_000_000, 1));
  assert.deepEqual([one.first, one.last], [5_000_000, 5_000_001]);
  assert.equal(one.chunks[0]?.bytes.toString(), `${huge.hugeLine(5_000_000)}\n`);
  const end = lines * huge.hugeLineBytes;
  const fresh = assertQuick(t, 'new since a cursor', () => readRange(listOutput(keep), end - 1000));
  assert.equal(fresh.next, end);
  assert.equal(
    assertQuick(t, 'all lines', () => totalLines(listOutput(keep))),
    lines,
  );
  assert.equal(assertQuick(t, 'tail', () => tailText(listOutput(keep), 1000)).length, 960);
  assertQuick(t, 'since a time', () => sinceToOffset(listOutput(keep), 1_200_000));
  assertQuick(t, 'all resizes', () => resizesIn(listOutput(keep), 0, end));
  assertQuick(t, 'the size at the end', () => sizeAt(listOutput(keep), end));
});

test('a line of 1 GB is not read to show its end or its neighbours', (t) => {
  const keep = huge.temporaryKeep(t);
  const log = huge.segmentPath(keep, 0, 'log');
  const gigabyte = 2 ** 30;
  writeFileSync(log, 'first\n');
  truncateSync(log, gigabyte);
  appendFileSync(log, '\nlast\n');
  const rows = Array.from({ length: 4096 }, (_, i) => ({
    offset: i * 2 ** 18,
    line: i === 0 ? 0 : 1,
    time: 1000 + i,
  }));
  writeFileSync(huge.segmentPath(keep, 0, 'index'), huge.encodeRows(rows));
  const third = assertQuick(t, 'the line behind it', () => readLines(listOutput(keep), 2, 10));
  assert.equal(third.chunks[0]?.bytes.toString(), 'last\n');
  const tail = assertQuick(t, 'the last lines', () => readLastLines(listOutput(keep), 200));
  assert.deepEqual([tail.first, tail.last], [1, 3]);
  assert.deepEqual(tail.omitted, { from: 0, to: gigabyte + 6 - 2 ** 20 });
  assert.ok(assertQuick(t, 'its tail', () => tailText(listOutput(keep), 1000)).endsWith('last\n'));
});
