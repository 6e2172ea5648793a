import assert from 'node:assert/strict';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import * as huge from '../../../output/keep-builder.ts';
import { TestView } from '../test-view.ts';

/** Milliseconds of the processor; generous, for a slow machine. */
const bound = 400;

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

test('a 5 GB log costs what is shown of it', (t) => {
  const view = new TestView(huge.buildHugeKeep(t, 320)).end();
  const { views, process } = view;
  const bytes = 320 * huge.hugeSegmentBytes;
  assert.equal(assertQuick(t, 'tail', () => views.tail(process, 1000)).length, 960);
  assert.equal(assertQuick(t, 'news', () => views.news(process, '1000', 1000)).cursor, String(bytes));
  const log = assertQuick(t, 'the last 200 lines', () => views.log(process, {}));
  assert.equal(log.showing.last - log.showing.first, 200);
  const page = assertQuick(t, 'a page from a cursor', () =>
    views.log(process, { cursor: String(bytes / 2) }),
  );
  assert.ok(page.output.length > 99_000 && page.output.length <= 100_000);
  const { output, truncated } = assertQuick(t, 'whole', () => views.whole(process, 30_000));
  assert.equal(truncated?.unit, 'bytes');
  const [head = '', tail = ''] = output.split(/\[.*left out here.*\]\n/);
  assert.equal(head.length + (truncated?.missing ?? 0) + tail.length, bytes);
});

test('a line of 1 GB is shown page by page, at the price of a page', (t) => {
  const keep = huge.temporaryKeep(t);
  const log = huge.segmentPath(keep, 0, 'log');
  writeFileSync(log, `first\n${'word '.repeat(100_000)}`);
  truncateSync(log, 2 ** 30);
  appendFileSync(log, `${' end'.repeat(10_000)}`);
  const rows = Array.from({ length: 4096 }, (_, i) => ({
    offset: i * 2 ** 18,
    line: i && 1,
    time: 1000 + i,
  }));
  writeFileSync(huge.segmentPath(keep, 0, 'index'), huge.encodeRows(rows));
  const { views, process } = new TestView(keep).end();
  const page = assertQuick(t, 'a page of it', () => views.log(process, { offset: 1 }));
  assert.equal(page.output.length, 100_000);
  assert.deepEqual(page.showing, { first: 1, last: 2 });
  assert.equal(views.log(process, { cursor: page.cursor }).output.slice(0, 10), 'word word ');
  const tail = assertQuick(t, 'its tail', () => views.log(process, {}));
  assert.ok(tail.output.endsWith(' end') && tail.note);
  const { output, truncated } = assertQuick(t, 'whole', () => views.whole(process, 30_000));
  assert.ok(output.length < 31_000 && truncated?.unit === 'bytes');
});

test('up to 16 MiB are counted to the character', (t) => {
  const { views, process } = new TestView(huge.buildHugeKeep(t, 1)).end();
  const { truncated } = assertQuick(t, 'whole', () => views.whole(process, 30_000));
  assert.equal(truncated?.unit, 'characters');
});
