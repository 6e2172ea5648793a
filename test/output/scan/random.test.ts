import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RingbackError } from '../../../src/base/errors.ts';
import { compilePatterns } from '../../../src/output/scan/patterns.ts';
import { createScanner, type MatchedLine } from '../../../src/output/scan/scanner.ts';
import type { ScannerState } from '../../../src/output/scan/scanner-state.ts';
import { createRandom, type Random } from '../random.ts';
import { naiveLines, naivePattern, naiveScan } from './naive.ts';
import { randomChunks, randomOutput, randomPatterns, randomRegex } from './random-output.ts';
import { scanAll, scanText } from './scan-all.ts';

const briefly = ({ offset, text, pattern }: { offset: number; text: string; pattern: number }) => ({
  offset,
  text,
  pattern,
});

/** Patterns that are not refused; what is, matches nothing at all. */
function usablePatterns(random: Random): string[] {
  for (;;) {
    const patterns = randomPatterns(random);
    try {
      compilePatterns(patterns);
      return patterns;
    } catch (error) {
      assert.ok(error instanceof RingbackError);
      assert.ok(
        patterns.some((pattern) => naivePattern('', [pattern]) === 0),
        `${error.message}`,
      );
    }
  }
}

test('random output in random chunks has the matches of a naive scan (promise 9)', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = createRandom(seed);
    const bytes = randomOutput(random, random.between(1, 400));
    const patterns = usablePatterns(random);
    const found = scanAll(patterns, randomChunks(random, bytes)).map(briefly);
    assert.deepEqual(found, naiveScan(naiveLines(bytes), patterns), `seed ${seed}: ${patterns.join(', ')}`);
  }
});

test('a scan resumed from a saved state counts every line once', () => {
  for (let seed = 1; seed <= 250; seed += 1) {
    const random = createRandom(seed);
    const bytes = randomOutput(random, random.between(1, 400));
    const patterns = usablePatterns(random);
    const compiled = compilePatterns(patterns);
    const found: MatchedLine[] = [];
    let saved: ScannerState | undefined;
    let scanner = createScanner(compiled, saved);
    while (scanner.position < bytes.length) {
      const offset = scanner.position;
      scanner.scan(bytes.subarray(offset, offset + random.between(1, 200)), offset);
      // What was found counts only together with the state: a crash before both are saved loses both.
      if (random.chance(0.5)) {
        found.push(...scanner.take().lines);
        saved = JSON.parse(JSON.stringify(scanner.state));
      }
      if (random.chance(0.15)) scanner = createScanner(compiled, saved);
    }
    scanner.lookAtUnfinishedLine();
    found.push(...scanner.take().lines);
    assert.deepEqual(
      found.map(briefly),
      naiveScan(naiveLines(bytes), patterns),
      `seed ${seed}: ${patterns.join(', ')}`,
    );
  }
});

test('a line that was looked at before its end is counted once, whatever crashes', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = createRandom(seed);
    const bytes = randomOutput(random, random.between(1, 200));
    // No $ or \b: what an unfinished line matches, the whole line matches too.
    const compiled = compilePatterns(['error', '/r[ea]+d/i', 'ab']);
    const offsets: number[] = [];
    let scanner = createScanner(compiled);
    while (scanner.position < bytes.length) {
      const offset = scanner.position;
      scanner.scan(bytes.subarray(offset, offset + random.between(1, 100)), offset);
      if (random.chance(0.7)) scanner.lookAtUnfinishedLine();
      offsets.push(...scanner.take().lines.map((line) => line.offset));
      if (random.chance(0.15)) scanner = createScanner(compiled, scanner.state);
    }
    scanner.lookAtUnfinishedLine();
    offsets.push(...scanner.take().lines.map((line) => line.offset));
    const expected = naiveScan(naiveLines(bytes), ['error', '/r[ea]+d/i', 'ab']);
    assert.deepEqual(
      offsets,
      expected.map(({ offset }) => offset),
      `seed ${seed}`,
    );
  }
});

test('thousands of random regular expressions match the lines that JavaScript matches', () => {
  const random = createRandom(42);
  const texts = Array.from({ length: 60 }, () => randomOutput(random, random.between(1, 4)).toString());
  const lines = naiveLines(Buffer.from(texts.join('\n')));
  const output = lines.map(({ text }) => text).join('\n');
  let compared = 0;
  for (let i = 0; i < 2500; i += 1) {
    const pattern = `/${randomRegex(random, 2)}/${random.pick(['', 'i'])}`;
    const isRefused = naivePattern('', [pattern]) === 0;
    if (isRefused) {
      assert.throws(() => compilePatterns([pattern]), /matches the empty string/, pattern);
      continue;
    }
    const expected = output.split('\n').filter((text) => naivePattern(text, [pattern]) === 0);
    assert.deepEqual(
      scanText([pattern], output).map(({ text }) => text),
      expected,
      pattern,
    );
    compared += 1;
  }
  assert.ok(compared > 1400, `only ${compared} were comparable`);
});
