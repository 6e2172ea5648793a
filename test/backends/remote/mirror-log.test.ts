import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { MirrorLog } from '../../../src/backends/remote/mirror-log.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { withIndex } from '../../../src/output/index-file.ts';
import { readPieces } from '../../../src/output/read.ts';
import { gapsIn, listOutput } from '../../../src/output/segments.ts';
import { sinceToOffset } from '../../../src/output/time.ts';
import { readTimes } from '../../output/recorded-times.ts';

const limits = { limit: 64 * 1024, head: 8 * 1024, cols: 80, rows: 24 };

function keepOf(t: TestContext): string {
  const keep = mkdtempSync(join(tmpdir(), 'ringback-mirror-'));
  t.after(() => removeFolder(keep));
  return keep;
}

/** Line number `i` at its own offset: what is read tells where it belongs. */
const line = (i: number) => `${String(i).padStart(15, '0')}\n`;
const lines = (from: number, to: number) =>
  Buffer.from(Array.from({ length: to - from }, (_, i) => line(from + i)).join(''));

test('what was copied is read as it was printed, whatever the pieces and however often the copying began again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 5000 }), again: fc.boolean() }), {
        maxLength: 40,
      }),
      (pieces) => {
        const keep = mkdtempSync(join(tmpdir(), 'ringback-mirror-'));
        try {
          const printed = lines(0, 20_000);
          let log = new MirrorLog(keep, limits);
          let offset = 0;
          for (const { bytes, again } of pieces) {
            if (again) {
              log.close();
              log = new MirrorLog(keep, limits);
              assert.equal(log.end, offset);
            }
            log.append(offset, printed.subarray(offset, offset + bytes));
            offset = Math.min(offset + bytes, printed.length);
          }
          log.close();
          checkAgainst(keep, printed.subarray(0, offset));
        } finally {
          removeFolder(keep);
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** Every byte that is there is the right one, its line numbers are, the head stays, and the limit is kept. */
function checkAgainst(keep: string, printed: Buffer): void {
  const output = listOutput(keep);
  assert.equal(output.end, printed.length);
  let kept = 0;
  for (const piece of readPieces(output, 0, output.end)) {
    if (piece.type === 'gap') continue;
    kept += piece.bytes.length;
    assert.deepEqual(piece.bytes, printed.subarray(piece.offset, piece.offset + piece.bytes.length));
  }
  assert.ok(kept <= limits.limit, `${kept} bytes`);
  if (printed.length > 0) assert.equal(output.segments[0]?.start, 0);
  for (const segment of output.segments) {
    const first = withIndex(segment, (index) => index.first);
    assert.equal(first?.line, Math.floor(segment.start / 16));
  }
}

test('bytes that come twice are written once, and a gap stays a gap', (t) => {
  const keep = keepOf(t);
  const log = new MirrorLog(keep, limits);
  log.append(0, Buffer.from('abcdef'));
  log.append(3, Buffer.from('defghi'));
  log.append(20, Buffer.from('later'));
  log.close();
  const output = listOutput(keep);
  assert.equal(output.end, 25);
  assert.deepEqual(gapsIn(output, 0, 25), [{ from: 9, to: 20 }]);
  const text = [...readPieces(output, 0, 25)].map((piece) =>
    piece.type === 'gap' ? '…' : piece.bytes.toString(),
  );
  assert.deepEqual(text, ['abcdefghi', '…', 'later']);
});

test('an index that was lost is begun again', (t) => {
  const keep = keepOf(t);
  const first = new MirrorLog(keep, limits);
  first.append(0, lines(0, 10));
  first.close();
  writeFileSync(join(keep, 'output', '0000000000000000.index'), '');
  const second = new MirrorLog(keep, limits);
  second.append(160, lines(10, 12));
  second.close();
  const [segment] = listOutput(keep).segments;
  assert.ok(segment);
  assert.equal(
    withIndex(segment, (index) => index.first.line),
    0,
  );
});

test('times of where it ran are kept, go on after a restart, and count into the limit', (t) => {
  const keep = keepOf(t);
  let log = new MirrorLog(keep, limits);
  const began = 1_000_000_000_000;
  for (let i = 0; i < 20_000; i += 1) {
    if (i % 700 === 0) {
      log.close();
      log = new MirrorLog(keep, limits);
    }
    // The same time is told again after a broken line.
    log.append(i, Buffer.from('x'), { time: began + Math.floor(i / 2) * 100, grainMs: 50 });
  }
  log.close();
  for (const { offset, time } of readTimes(keep)) assert.equal(time, began + Math.floor(offset / 2) * 100);
  const folder = join(keep, 'output');
  const bytes = readdirSync(folder)
    .filter((name) => !name.endsWith('.index'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  assert.ok(bytes > limits.limit / 2 && bytes <= limits.limit, `${bytes} bytes`);
  const output = listOutput(keep);
  assert.ok(gapsIn(output, 0, output.end).length > 0);
  assert.equal(sinceToOffset(output, began + 9_000 * 100), 18_000);
});

test('an older keeper tells no times: what is copied has those of its arrival', (t) => {
  const keep = keepOf(t);
  const before = Date.now();
  const log = new MirrorLog(keep, limits);
  log.append(0, lines(0, 10));
  log.append(160, lines(10, 12), { time: 5_000, grainMs: 50 });
  log.close();
  assert.deepEqual(readTimes(keep), []);
  assert.equal(sinceToOffset(listOutput(keep), before), 0);
});

test('a smaller limit makes room at once', (t) => {
  const keep = keepOf(t);
  const log = new MirrorLog(keep, limits);
  log.append(0, lines(0, 4000));
  log.setLimit(16 * 1024);
  log.close();
  const output = listOutput(keep);
  const kept = output.segments.reduce((sum, { start, end }) => sum + end - start, 0);
  assert.ok(kept <= 24 * 1024, `${kept} bytes`);
  assert.equal(output.end, 64_000);
});

test('a segment that a crash left without its first record does not restart the count of lines', (t) => {
  const keep = keepOf(t);
  const printed = lines(0, 2000);
  const log = new MirrorLog(keep, limits);
  log.append(0, printed.subarray(0, 8 * 1024));
  log.close();
  for (const kind of ['log', 'index']) writeFileSync(join(keep, 'output', `0000000000008192.${kind}`), '');
  const next = new MirrorLog(keep, limits);
  assert.equal(next.end, 8 * 1024);
  next.append(8 * 1024, printed.subarray(8 * 1024));
  next.close();
  checkAgainst(keep, printed);
});
