import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { listOutput } from '../../../../src/output/segments.ts';
import { createRedactor } from '../../../../src/redact/redactor.ts';
import {
  type FoundLine,
  type SearchEvent,
  type SearchRequest,
  search,
} from '../../../../src/tools/view/grep/search.ts';
import type { Source } from '../../../../src/tools/view/source.ts';
import { buildKeep, type KeepPlan } from '../../../output/keep-builder.ts';
import { madeUp } from '../../../redact/secrets.ts';

const ask: SearchRequest = {
  pattern: 'x',
  context: 0,
  limit: Number.MAX_SAFE_INTEGER,
  countOnly: false,
  isRaw: false,
};
const beginning = { position: 0, count: 0, due: 0 };

function sourceOf(
  t: TestContext,
  text: string,
  plan: Partial<KeepPlan> = {},
  continuation: Source['continuation'] = 'never',
): Source {
  const keep = buildKeep(t, { printed: Buffer.from(text), every: 256, ...plan });
  return {
    output: listOutput(keep, Buffer.byteLength(text)),
    redactor: createRedactor(),
    continuation,
  };
}

const events = (source: Source, request: Partial<SearchRequest>, start = beginning): SearchEvent[] => [
  ...search(
    request.isRaw ? { ...source, redactor: createRedactor({ enabled: false }) } : source,
    { ...ask, ...request },
    start,
  ),
];
const linesOf = (all: readonly SearchEvent[]): FoundLine[] =>
  all.flatMap((event) => (event.type === 'lines' ? event.lines : []));
/** As grep -n shows them. */
const shown = (all: readonly SearchEvent[]): string[] =>
  linesOf(all).map(({ line, text, match }) => `${line}${match ? ':' : '-'}${text}`);
const countOf = (all: readonly SearchEvent[]): number => all.at(-1)?.progress.count ?? -1;

test('lines that match, with their numbers and offsets, as literals and regular expressions', (t) => {
  const source = sourceOf(t, 'one\ntwo error\nthree\n\x1b[31mERROR\x1b[0m four\nfive');
  for (const isRaw of [false, true]) {
    assert.deepEqual(linesOf(events(source, { pattern: 'error', isRaw })), [
      { line: 1, offset: 4, text: 'two error', match: true },
    ]);
    assert.deepEqual(shown(events(source, { pattern: '/^error|e$/i', isRaw })), [
      '0:one',
      '2:three',
      '3:ERROR four',
      '4:five',
    ]);
  }
});

test('lines around a match are shown once, whatever overlaps', (t) => {
  const source = sourceOf(t, Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join(''));
  const around = (pattern: string, context: number, limit = 100) =>
    shown(events(source, { pattern, context, limit }));
  assert.deepEqual(around('/ (5|8)$/', 1), [
    '4-line 4',
    '5:line 5',
    '6-line 6',
    '7-line 7',
    '8:line 8',
    '9-line 9',
  ]);
  assert.deepEqual(around('/ (0|29)$/', 2), [
    ...['0:line 0', '1-line 1', '2-line 2'],
    ...['27-line 27', '28-line 28', '29:line 29'],
  ]);
  assert.deepEqual(around('line', 3, 2), ['0:line 0', '1:line 1', '2-line 2', '3-line 3', '4-line 4']);
  const limited = events(source, { pattern: 'line', limit: 2 });
  assert.deepEqual(limited.at(-1), {
    type: 'done',
    next: 2,
    progress: { position: 14, count: 2, due: 0 },
  });
});

test('promise 7: what is gone is named, and lines behind it keep their numbers', (t) => {
  const text = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('');
  const segments = [
    { start: 0, end: 14 },
    { start: 700, end: text.length },
  ];
  const source = sourceOf(t, text, { segments });
  const all = events(source, { pattern: '/line (1|98|99)$/', isRaw: true });
  assert.deepEqual(shown(all), ['1:line 1', '98:line 98', '99:line 99']);
  assert.deepEqual(
    all.filter(({ type }) => type === 'gap').map((gap) => gap.type === 'gap' && [gap.from, gap.to]),
    [[14, 700]],
  );
});

test('promise 17: a secret is neither shown nor found, by no pattern that guesses at it', (t) => {
  const token = `ghp_${madeUp(36, 1)}`;
  const source = sourceOf(t, `first\nusing token ${token} now\nDB_PASSWORD=hunter2hunter2\nlast\n`);
  const found = (pattern: string) => shown(events(source, { pattern }));
  assert.deepEqual(found('using token'), ['1:using token [REDACTED:github-pat] now']);
  assert.deepEqual(found('/^using .* now$/'), []);
  assert.deepEqual(found('/ now$/'), ['1:using token [REDACTED:github-pat] now']);
  const [secret] = found('DB_PASSWORD=');
  assert.match(secret ?? '', /^2:DB_PASSWORD=\[REDACTED/);
  for (const pattern of [
    token.slice(4, 12),
    ...['hunter2', '/PASSWORD=h/', '/PASSWORD=(\\[|h)/', '/PASSWORD=.*2$/', '/PASSWORD=./', '/PASSWORD=\\b/'],
    ...['/PASSWORD=\\B/', '/token .*\\b now/', '/[A-Z]=[a-z]/', '/(PASSWORD=|REDACTED).*[a-z]/'],
  ]) {
    assert.deepEqual(found(pattern), [], pattern);
    assert.equal(countOf(events(source, { pattern, countOnly: true })), 0, pattern);
    assert.equal(
      countOf(events(source, { pattern, countOnly: true, isRaw: true })),
      rawCount(pattern),
      pattern,
    );
  }
  function rawCount(pattern: string): number {
    const [, body = '', flags] = /^\/(.*)\/(i?)$/.exec(pattern) ?? [];
    const test =
      body === ''
        ? (line: string) => line.includes(pattern)
        : (line: string) => new RegExp(body, flags).test(line);
    return `first\nusing token ${token} now\nDB_PASSWORD=hunter2hunter2\nlast`.split('\n').filter(test)
      .length;
  }
});

test('promise 17: whether a line is found does not depend on the letters of its secret', (t) => {
  const patterns = [
    '/word/',
    '/=[a-m]/',
    '/[a-m0-9]$/',
    '/\\b \\w/',
    '/=\\b/',
    '/\\Bx/',
    '/[^a-m]+ /',
    '/.{30}/',
  ];
  const lineWith = (seed: number) => `DB_PASSWORD=${madeUp(24, seed)} word x\n`;
  for (const pattern of patterns) {
    const answers = Array.from({ length: 8 }, (_, seed) =>
      shown(events(sourceOf(t, lineWith(seed + 1)), { pattern })).join(),
    );
    assert.equal(new Set(answers).size, 1, `${pattern}: ${answers.join(' | ')}`);
  }
});

test('the end of a running process that may be half a secret is not found', (t) => {
  const source = sourceOf(t, `begin\nusing ghp_${madeUp(20, 2)}`, {}, 'soon');
  assert.deepEqual(shown(events(source, { pattern: 'ghp_' })), []);
  assert.deepEqual(shown(events(source, { pattern: 'using' })), ['1:using [REDACTED:unfinished]']);
});

test('every line of a dense log is found, and the count is the same', (t) => {
  const source = sourceOf(t, 'x\n'.repeat(200_000), { every: 1 << 20 });
  for (const isRaw of [true, false]) {
    const all = events(source, { isRaw });
    const lines = linesOf(all);
    assert.equal(lines.length, 200_000);
    assert.ok(lines.every(({ line, offset }, i) => line === i && offset === 2 * i));
    assert.equal(countOf(events(source, { countOnly: true, isRaw })), 200_000);
    assert.ok(all.every((event) => event.type !== 'lines' || event.lines.length < 4000));
  }
});

test('a match at the end of a piece of a dense log is found', (t) => {
  const source = sourceOf(t, Array.from({ length: 20_000 }, (_, i) => `${i}\n`).join(''), { every: 1 << 16 });
  for (const isRaw of [true, false])
    assert.equal(linesOf(events(source, { pattern: '/5$/', isRaw })).length, 2000);
});

test('a line without an end is found, in part', (t) => {
  const text = `start ${'y'.repeat(700_000)} needle ${'z'.repeat(700_000)} needle\nnext needle\n`;
  const source = sourceOf(t, text, { every: 1 << 20 });
  for (const isRaw of [true, false]) {
    const lines = linesOf(events(source, { pattern: 'needle', isRaw }));
    assert.deepEqual(
      lines.map(({ line, cut }) => [line, cut ?? false]),
      [
        [0, true],
        [1, false],
      ],
    );
    assert.ok(lines.every(({ text }) => text.length <= 16 * 1024));
  }
});

test('what carriage returns overwrite are lines of their own', (t) => {
  const source = sourceOf(t, 'a\r\n10 %\r\x1b[K20 %\r\x1b[K30 %\r\nend\n');
  for (const isRaw of [true, false])
    assert.deepEqual(shown(events(source, { pattern: '20', isRaw })), ['1:20 %']);
  assert.deepEqual(shown(events(source, { pattern: '20', context: 1 })), ['1-10 %', '1:20 %', '1-30 %']);
});

const words = fc.constantFrom(
  'error',
  'ok',
  'x',
  '',
  'a longer line of words',
  '\x1b[1mbold error\x1b[m',
  'ümläut',
);

test('any log gives what splitting it into lines gives, and a search that is broken off goes on', (t) => {
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 60 }),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      fc.constantFrom('error', '/^o/', 'x', '/[üx]/'),
      (all, context, isRaw, pattern) => {
        const source = sourceOf(t, all.map((line) => `${line}\n`).join(''), { every: 64 });
        const wanted = naive(all, pattern, context);
        const given = events(source, { pattern, context, isRaw });
        assert.deepEqual(shown(given), wanted);
        for (const [at, { progress }] of given.entries()) {
          const rest = events(source, { pattern, context, isRaw }, progress);
          assert.deepEqual([...shown(given.slice(0, at + 1)), ...shown(rest)], wanted);
          assert.equal(countOf(rest), countOf(given));
        }
      },
    ),
    { numRuns: 60 },
  );
});

function naive(all: readonly string[], pattern: string, context: number): string[] {
  const [, body] = /^\/(.*)\/$/.exec(pattern) ?? [];
  const clean = all.map((line) => line.replaceAll(/\x1b\[\d*m/g, ''));
  const isMatch = (line = '') => (body === undefined ? line.includes(pattern) : new RegExp(body).test(line));
  return clean.flatMap((line, i) => {
    if (isMatch(line)) return [`${i}:${line}`];
    const around = clean.slice(Math.max(0, i - context), i + context + 1);
    return around.some(isMatch) ? [`${i}-${line}`] : [];
  });
}
