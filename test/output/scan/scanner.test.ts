import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePatterns } from '../../../src/output/scan/patterns.ts';
import { createScanner } from '../../../src/output/scan/scanner.ts';
import { scannerStateAt } from '../../../src/output/scan/scanner-state.ts';
import { scanText } from './scan-all.ts';

type Case = {
  readonly patterns: string[];
  readonly output: string | Buffer;
  readonly lines: [string, number][];
};

/** The text of each matching line, and its pattern. */
const cases: Record<string, Case> = {
  'the first pattern of the list counts, once per line': {
    patterns: ['error', 'warn'],
    output: 'warn then error, error\nwarn\n',
    lines: [
      ['warn then error, error', 0],
      ['warn', 1],
    ],
  },
  'a colour inside the word': {
    patterns: ['READY'],
    output: 'is RE\x1b[1;31mAD\x1b[0mY\n',
    lines: [['is READY', 0]],
  },
  'a colour inside the word, for a regular expression': {
    patterns: ['/read[y]/i'],
    output: 'is RE\x1b[1;31mAD\x1b[0mY\n',
    lines: [['is READY', 0]],
  },
  'a hyperlink around half of the word': {
    patterns: ['READY'],
    output: 'RE\x1b]8;;http://READY.example\x1b\\AD\x1b]8;;\x07Y\n',
    lines: [['READY', 0]],
  },
  'only inside of a code': {
    patterns: ['READY'],
    output: '\x1b]0;READY\x07done\x1bPREADY\x1b\\\n',
    lines: [],
  },
  'a progress bar is a line each time': {
    patterns: ['100%', '/ 5\\d%/'],
    output: '  1%\r 50%\r100%\r\ndone\r\n',
    lines: [
      [' 50%', 1],
      ['100%', 0],
    ],
  },
  'NULs and invalid bytes': {
    patterns: ['READY', '/a.b$/'],
    output: Buffer.from('524500414459ff0a61ff620a61e69c620a', 'hex'),
    lines: [
      ['READY\ufffd', 0],
      ['a\ufffdb', 1],
      ['a\ufffdb', 1],
    ],
  },
  'nothing over a line end': { patterns: ['ab', '/a\\s*b/'], output: 'a\nb\na\rb\n', lines: [] },
  'characters, not bytes': {
    patterns: ['/^.日.$/', '/[^a]🚀{2}/'],
    output: 'é日ß\nx🚀🚀\na🚀🚀\n',
    lines: [
      ['é日ß', 0],
      ['x🚀🚀', 1],
    ],
  },
  'one character': { patterns: ['x'], output: 'abc\nx', lines: [['x', 0]] },
};

for (const [name, { patterns, output, lines }] of Object.entries(cases)) {
  for (const bytewise of [false, true]) {
    test(`${name}${bytewise ? ', one byte at a time' : ''}`, () => {
      const found = scanText(patterns, output, bytewise).map(({ text, pattern }) => [text, pattern]);
      assert.deepEqual(found, lines);
    });
  }
}

test('offsets are those of the raw bytes', () => {
  const [line] = scanText(['READY'], 'é\x1b[31m\r\n\x1b[1mRE\x1b[mADY!\n');
  assert.deepEqual(line, {
    offset: 9,
    matchEnd: 21,
    pattern: 0,
    text: 'READY!',
    isCut: false,
    isComplete: true,
  });
});

test('a prompt without a line end is found when it is looked at, and counted once', () => {
  for (const patterns of [['Password:'], ['/^Password: ?$/']]) {
    const scanner = createScanner(compilePatterns(patterns));
    scanner.scan(Buffer.from('login\nPassword: '), 0);
    assert.equal(scanner.take().count, 0);
    assert.ok(scanner.hasUnfinishedLine);
    scanner.lookAtUnfinishedLine();
    const { lines } = scanner.take();
    assert.deepEqual(
      lines.map(({ offset, isComplete }) => [offset, isComplete]),
      [[6, false]],
    );
    const resumed = createScanner(compilePatterns(patterns), scanner.state);
    for (const one of [scanner, resumed]) {
      assert.ok(one === resumed || !one.hasUnfinishedLine);
      one.scan(Buffer.from('Password: \n').subarray(one.position - 6), one.position);
      one.lookAtUnfinishedLine();
      assert.equal(one.take().count, 0);
    }
  }
});

test('a gap ends the line before it, and what follows begins no line', () => {
  const scanner = createScanner(compilePatterns(['/^READY$/', 'é']));
  scanner.scan(Buffer.from('x\nREADY'), 0);
  scanner.gap(7, 100);
  assert.deepEqual(
    scanner.take().lines.map(({ offset, pattern }) => [offset, pattern]),
    [[2, 0]],
  );
  assert.equal(scanner.state.unscanned, 93);
  // The rest of a character that the gap has cut is no part of the text.
  scanner.scan(Buffer.from('\xa9READY\nREADY\n', 'latin1'), 100);
  assert.deepEqual(
    scanner.take().lines.map(({ offset }) => offset),
    [107],
  );
  // Bytes that come too far on are behind a gap too; those that were seen are not seen again.
  scanner.scan(Buffer.from('é\n'), 200);
  scanner.scan(Buffer.from('é\né\n'), 200);
  assert.equal(scanner.take().count, 2);
  assert.equal(scanner.state.unscanned, 93 + 87);
});

test('lines behind the first few are only counted', () => {
  const scanner = createScanner(compilePatterns(['a']), undefined, { mostLines: 3 });
  scanner.scan(Buffer.from('a\nb\n'.repeat(5000)), 0);
  const { lines, count } = scanner.take();
  assert.deepEqual([lines.map(({ offset }) => offset), count], [[0, 4, 8], 5000]);
  scanner.scan(Buffer.from('a\n'), 20_000);
  assert.deepEqual(
    scanner.take().lines.map(({ offset }) => offset),
    [20_000],
  );
});

for (const patterns of [
  ['needle', 'other'],
  ['/ne+dle/', 'other'],
]) {
  const kind = patterns[0];

  test(`a line longer than any buffer is heard of before it ends, once, and is said to be cut: ${kind}`, () => {
    const scanner = createScanner(compilePatterns(patterns));
    const piece = Buffer.from(`${'x'.repeat(99_990)}needle, `.padEnd(100_000, 'y'));
    for (let i = 0; i < 10; i += 1) scanner.scan(piece, i * piece.length);
    const { lines, count } = scanner.take();
    assert.equal(count, 1);
    assert.deepEqual(
      { ...lines[0], text: lines[0]?.text.length },
      { offset: 0, matchEnd: 99_996, pattern: 0, text: 16_384, isCut: true, isComplete: false },
    );
    scanner.scan(Buffer.from('\nneedle\n'), 1_000_000);
    assert.deepEqual(
      scanner.take().lines.map(({ offset }) => offset),
      [1_000_001],
    );
  });

  test(`a crash in a line longer than any buffer reads only its end again: ${kind}`, () => {
    const compiled = compilePatterns(patterns);
    const bytes = Buffer.alloc(1_000_003, 'x\x1b[31m日');
    bytes.write('\nfirst ', 0);
    bytes.write('\x1b]0;', 700_000);
    let scanner = createScanner(compiled);
    for (let offset = 0; offset < bytes.length; ) {
      scanner.scan(bytes.subarray(offset, offset + 77_777), offset);
      const { state } = scanner;
      assert.ok(scanner.position - state.position <= 2 * 128 * 1024 + 3);
      assert.equal(state.lineStart, 1);
      offset = scanner.position;
      scanner = createScanner(compiled, JSON.parse(JSON.stringify(state)));
      scanner.scan(bytes.subarray(state.position, offset), state.position);
    }
    assert.equal(scanner.take().count, 0);
    // Still inside of the title: this is not shown.
    scanner.scan(Buffer.from('needle\x07nee\x1b[1mdle\nneedle\n'), bytes.length);
    assert.deepEqual(
      scanner.take().lines.map(({ offset }) => offset),
      [1, bytes.length + 18],
    );
  });
}

test('a watch that begins later sees only what comes later', () => {
  const scanner = createScanner(compilePatterns(['/^READY/']), scannerStateAt(1000));
  scanner.scan(Buffer.from('READY\n'), 1000);
  assert.equal(scanner.take().count, 1);
});

test('scanners take turns', () => {
  const scanners = ['one', 'two', '/t[w]o/'].map((pattern) => createScanner(compilePatterns([pattern])));
  const bytes = Buffer.from('one two\ntwo\n');
  for (let offset = 0; offset < bytes.length; offset += 1) {
    for (const scanner of scanners) scanner.scan(bytes.subarray(offset, offset + 1), offset);
  }
  assert.deepEqual(
    scanners.map((scanner) => scanner.take().count),
    [1, 2, 2],
  );
});

test('a pattern that would take JavaScript for ever takes linear time', () => {
  const scanner = createScanner(compilePatterns(['/(x+x+)+y/', '/(a|a)*b/']));
  scanner.scan(Buffer.from(`${'x'.repeat(20_000)}\n${'a'.repeat(20_000)}\n`), 0);
  assert.equal(scanner.take().count, 0);
});

test('more states than are kept change no match', () => {
  const compiled = compilePatterns(['/a[ab]{15}c/', '/q[w]e[r]t[y]u[i]o[p]d[f]g[h]j[k]l/']);
  const scanner = createScanner(compiled);
  let bits = 1;
  let expected = 0;
  let text = '';
  for (let i = 0; i < 6_000; i += 1) {
    bits = (Math.imul(bits, 1_103_515_245) + 12_345) & 0x7fffffff;
    const line = `${(bits >> 8).toString(2).replace(/0/g, 'a').replace(/1/g, 'b')}c`;
    expected += /a[ab]{15}c/.test(line) ? 1 : 0;
    text += `${line}\n`;
  }
  scanner.scan(Buffer.from(text), 0);
  assert.equal(scanner.take().count, expected);
});

test('a match that ends where a chunk does is known to end there', () => {
  for (const pattern of ['/5$/', '/line 5/', 'line 5']) {
    const scanner = createScanner(compilePatterns([pattern]));
    scanner.scan(Buffer.from('line 5'), 0);
    scanner.scan(Buffer.from('\nline 4\n'), 6);
    assert.deepEqual(
      scanner.take().lines.map(({ offset, matchEnd }) => [offset, matchEnd]),
      [[0, 6]],
      pattern,
    );
  }
});
