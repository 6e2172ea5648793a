import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { lineToOffset, offsetToLine, totalLines } from '../../src/output/lines.ts';
import { listOutput } from '../../src/output/segments.ts';
import { buildKeep, naiveLine, segmentPath } from './keep-builder.ts';
import { createRandom, isKept, randomLines, randomSegments } from './random.ts';

function naiveOffset(printed: Buffer, line: number): number {
  let offset = 0;
  for (let i = 0; i < line; i += 1) {
    const found = printed.indexOf(10, offset);
    if (found < 0) return printed.length;
    offset = found + 1;
  }
  return offset;
}

test('every line and every byte of a whole log is found', (t) => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 80);
    const borders = randomSegments(random, printed.length).map(({ start }) => start);
    const segments = borders.map((start, i) => ({ start, end: borders[i + 1] ?? printed.length }));
    const output = listOutput(buildKeep(t, { printed, segments, every: random.between(1, 400) }));
    const newlines = naiveLine(printed, printed.length);
    assert.equal(totalLines(output), printed.at(-1) === 10 ? newlines : newlines + 1);
    for (let line = 0; line <= newlines; line += 1) {
      assert.deepEqual(lineToOffset(output, line), { offset: naiveOffset(printed, line), line });
    }
    for (let offset = 0; offset <= printed.length; offset += random.between(1, 60)) {
      assert.deepEqual(offsetToLine(output, offset), { offset, line: naiveLine(printed, offset) });
    }
    assert.deepEqual(lineToOffset(output, 1e9), { offset: printed.length, line: newlines });
  }
});

test('the same offset means the same line whatever was dropped meanwhile (trap 12)', (t) => {
  for (let seed = 100; seed < 140; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 80);
    const segments = randomSegments(random, printed.length);
    const output = listOutput(
      buildKeep(t, { printed, segments, every: random.between(1, 400) }),
      printed.length,
    );
    const newlines = naiveLine(printed, segments.at(-1)?.end ?? 0);
    const firstKept = (from: number) => {
      let offset = from;
      while (offset < printed.length && !isKept(segments, offset)) offset += 1;
      return offset;
    };
    for (let line = 0; line <= newlines; line += 1) {
      const place = lineToOffset(output, line);
      const offset = firstKept(naiveOffset(printed, line));
      assert.equal(place.offset, offset, `seed ${seed}, line ${line}`);
      if (offset < printed.length)
        assert.equal(place.line, naiveLine(printed, offset), `seed ${seed}, line ${line}`);
      // Whether a line begins exactly behind a gap nobody can know any more: the gap is told then, too.
      const isBehindGap = offset > 0 && !isKept(segments, offset - 1);
      assert.equal(place.gap !== undefined, isBehindGap, `seed ${seed}, line ${line}`);
      if (place.gap !== undefined) assert.equal(place.gap.to, offset);
    }
    for (let offset = 0; offset < printed.length; offset += random.between(1, 60)) {
      const place = offsetToLine(output, offset);
      assert.equal(place.offset, firstKept(offset));
      if (place.offset < printed.length) assert.equal(place.line, naiveLine(printed, place.offset));
      assert.equal(place.gap === undefined, isKept(segments, offset));
    }
  }
});

test('without an index lines are counted through what is there', (t) => {
  const printed = randomLines(createRandom(5), 60);
  const third = Math.floor(printed.length / 3);
  const segments = [0, 1, 2].map((i) => ({
    start: i * third,
    end: i === 2 ? printed.length : (i + 1) * third,
  }));
  const whole = listOutput(buildKeep(t, { printed, segments }));
  for (const damaged of [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]]) {
    const keep = buildKeep(t, { printed, segments });
    for (const i of damaged) {
      if (i === 1) writeFileSync(segmentPath(keep, third, 'index'), Buffer.alloc(3200, 0xee));
      else rmSync(segmentPath(keep, i * third, 'index'));
    }
    const output = listOutput(keep);
    assert.equal(totalLines(output), totalLines(whole));
    for (let line = 0; line < 70; line += 1)
      assert.deepEqual(lineToOffset(output, line), lineToOffset(whole, line));
  }
});

test('random damage to indexes gives some sane answer, always', (t) => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 50);
    const segments = randomSegments(random, printed.length);
    const keep = buildKeep(t, { printed, segments });
    for (const { start } of segments) {
      if (random.chance(0.5)) continue;
      const noise = Buffer.alloc(random.between(0, 400));
      for (let i = 0; i < noise.length; i += 1) noise[i] = random.chance(0.6) ? 0 : random.between(0, 255);
      writeFileSync(segmentPath(keep, start, 'index'), noise);
    }
    const output = listOutput(keep);
    for (const place of [0, 1, 7, 30, 1000].flatMap((n) => [
      lineToOffset(output, n),
      offsetToLine(output, n * 9),
    ])) {
      assert.ok(place.offset >= 0 && place.offset <= output.end);
      assert.ok(place.line >= 0 && place.line <= output.end);
    }
  }
});

test('an empty log has no lines; an unfinished line counts', (t) => {
  assert.equal(totalLines(listOutput(buildKeep(t, { printed: Buffer.alloc(0) }))), 0);
  assert.equal(totalLines(listOutput(buildKeep(t, { printed: Buffer.from('a') }))), 1);
  assert.equal(totalLines(listOutput(buildKeep(t, { printed: Buffer.from('a\n') }))), 1);
  assert.equal(totalLines(listOutput(buildKeep(t, { printed: Buffer.from('a\n') }), 9)), 2);
});
