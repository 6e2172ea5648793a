import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LineRange, readLastLines, readLines } from '../../src/output/line-range.ts';
import { listOutput } from '../../src/output/segments.ts';
import { buildKeep } from './keep-builder.ts';
import { createRandom, randomLines } from './random.ts';

const textOf = (range: LineRange) => Buffer.concat(range.chunks.map(({ bytes }) => bytes)).toString();

test('lines by number, and the last ones, are what a simple split says', (t) => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 60);
    const output = listOutput(buildKeep(t, { printed, every: random.between(1, 300) }));
    const lines = printed.toString().split(/(?<=\n)/);
    for (let i = 0; i < 30; i += 1) {
      const first = random.between(0, lines.length + 3);
      const limit = random.between(0, 20);
      const range = readLines(output, first, limit);
      assert.equal(textOf(range), lines.slice(first, first + limit).join(''));
      const shown = Math.min(first, lines.length);
      assert.deepEqual([range.first, range.last], [shown, Math.min(shown + limit, lines.length)]);
      const last = readLastLines(output, limit);
      assert.equal(textOf(last), limit === 0 ? '' : lines.slice(-limit).join(''));
      assert.deepEqual([last.first, last.last], [Math.max(0, lines.length - limit), lines.length]);
      assert.equal(last.to, output.end);
    }
  }
});

test('reading on from `to` gives every byte once', (t) => {
  const printed = randomLines(createRandom(3), 60);
  const output = listOutput(buildKeep(t, { printed }));
  let text = '';
  for (let line = 0; ; ) {
    const range = readLines(output, line, 7);
    if (range.chunks.length === 0) break;
    text += textOf(range);
    line = range.last;
  }
  assert.equal(text, printed.toString());
});

test('a line that is gone stands for the first kept one behind it, and the gap is told', (t) => {
  const printed = Buffer.from('zero\none\ntwo\nthree\nfour\n');
  const segments = [
    { start: 0, end: 9 },
    { start: 15, end: 24 },
  ];
  const output = listOutput(buildKeep(t, { printed, segments }));
  const range = readLines(output, 2, 1);
  assert.deepEqual([range.first, range.last, textOf(range)], [3, 4, 'ree\n']);
  assert.deepEqual(range.gaps, [{ from: 9, to: 15 }]);
  const across = readLines(output, 1, 3);
  assert.deepEqual([across.first, across.last, textOf(across)], [1, 4, 'one\nree\n']);
  assert.deepEqual(across.gaps, [{ from: 9, to: 15 }]);
  assert.deepEqual(readLastLines(output, 3).gaps, [{ from: 9, to: 15 }]);
});

test('a line too long to return is cut, and what was left out is told', (t) => {
  const printed = Buffer.from(`first\n${'x'.repeat(5000)}\nlast\n`);
  const output = listOutput(buildKeep(t, { printed }));
  const head = readLines(output, 0, 200, 100);
  assert.equal(textOf(head), `first\n${'x'.repeat(94)}`);
  assert.deepEqual([head.first, head.last, head.omitted], [0, 2, { from: 100, to: printed.length }]);
  const tail = readLastLines(output, 200, 100);
  assert.equal(textOf(tail), `${'x'.repeat(94)}\nlast\n`);
  assert.deepEqual([tail.first, tail.last, tail.omitted], [1, 3, { from: 0, to: printed.length - 100 }]);
});
