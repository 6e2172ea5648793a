import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPieces } from '../../src/output/read.ts';
import { listOutput } from '../../src/output/segments.ts';
import { tailText } from '../../src/output/tail.ts';
import { cleanPieces, lastCharacters } from '../../src/output/text.ts';
import { buildKeep } from './keep-builder.ts';
import { createRandom, randomLines, randomSegments } from './random.ts';

test('a tail is the end of the whole cleaned text', (t) => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = createRandom(seed);
    const printed = randomLines(random, 1500);
    const output = listOutput(buildKeep(t, { printed, every: 5000 }));
    const end = random.between(0, printed.length);
    const whole = cleanPieces(readPieces(output, 0, end));
    for (const characters of [0, 1, 200, 1000, 2000]) {
      assert.equal(tailText(output, characters, { end }), lastCharacters(whole, characters));
    }
  }
});

test('a tail goes on behind gaps and says so', (t) => {
  const random = createRandom(9);
  const printed = randomLines(random, 60);
  const segments = randomSegments(random, printed.length);
  const output = listOutput(buildKeep(t, { printed, segments }), printed.length + 10);
  assert.equal(tailText(output, 1e6), cleanPieces(readPieces(output, 0, output.end)));
  assert.match(tailText(output, 100), /bytes of output were not kept\]\n$/);
});

test('escape codes make it look back further, up to a bound', (t) => {
  const colours = '\x1b[31m\x1b[0m'.repeat(20_000);
  const found = listOutput(buildKeep(t, { printed: Buffer.from(`needle\n${colours}x`), every: 1e6 }));
  assert.equal(tailText(found, 1000), 'needle\nx');
  const endless = listOutput(
    buildKeep(t, { printed: Buffer.from(`needle\n${colours.repeat(10)}x`), every: 1e7 }),
  );
  assert.ok(tailText(endless, 1000).endsWith('x'));
  assert.doesNotMatch(tailText(endless, 1000), /needle/);
});
