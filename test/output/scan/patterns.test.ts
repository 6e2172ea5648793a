import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePatterns } from '../../../src/output/scan/patterns.ts';

const refused: Record<string, RegExp> = {
  '': /is empty/,
  'two\nlines': /spans lines/,
  'red\x1b[31m': /contains a control character/,
  'half \ud83d': /lone surrogate/,
  [`${'x'.repeat(1025)}`]: /longer than 1024 bytes/,
  '/(a)\\1/': /uses a backreference/,
  '/(?<n>a)\\k<n>/': /uses a backreference/,
  '/a(?=b)/': /lookahead or lookbehind/,
  '/a(?!b)/': /lookahead or lookbehind/,
  '/(?<=a)b/': /lookahead or lookbehind/,
  '/(?<!a)b/': /lookahead or lookbehind/,
  '/.*/': /matches the empty string/,
  '/a?/': /matches the empty string/,
  '/^$/': /matches the empty string/,
  '/|a/': /matches the empty string/,
  '/(a/': /\( without a \)/,
  '/a)/': /\) without a \(/,
  '/[a/': /\[ without a \]/,
  '/[z-a]/': /out of order/,
  '/a{3,2}/': /out of order/,
  '/*a/': /nothing to repeat/,
  '/a**/': /two quantifiers in a row/,
  '/(?i:a)/': /unknown kind/,
  '/(?<n/': /incomplete group name/,
  '/\\q/': /unknown escape: \\q/,
  '/a\\/': /ends with a \\/,
  '/\\p{Nonsense}/': /unknown Unicode property/,
  '/\\u{110000}/': /beyond Unicode/,
  '/\\ud800/': /lone surrogate/,
  '/a\\n/': /line end or a control character/,
  '/a{1001}/': /more than 1000 times/,
  '/(a{1000}){1000}/': /too large/,
  '/(\\p{L}{100}){100}/': /too large/,
  [`/${'('.repeat(200)}a${')'.repeat(200)}/`]: /groups nested more than/,
  [`/${'a'.repeat(1001)}/`]: /longer than 1000 characters/,
};

for (const [pattern, reason] of Object.entries(refused)) {
  const name = JSON.stringify(pattern.slice(0, 40));
  test(`${name} is refused by name: ${reason.source}`, () => {
    assert.throws(
      () => compilePatterns(['fine', pattern]),
      (error: { code?: string; message: string }) =>
        error.code === 'bad_request' &&
        reason.test(error.message) &&
        error.message.includes(name.slice(1, -1)),
    );
  });
}

test('slashes make a regular expression only on both sides', () => {
  for (const literal of ['/usr/bin', '/', '//', '//i', 'a/', '/a/g'])
    assert.deepEqual(compilePatterns([literal]), { type: 'literals', literals: [Buffer.from(literal)] });
});

test('a regular expression that is only text is looked for as fast as text', () => {
  assert.deepEqual(compilePatterns(['/a\\.b/']), { type: 'literals', literals: [Buffer.from('a.b')] });
});

test('all patterns together may be too large where each alone is not', () => {
  const large = `/x${'a?'.repeat(450)}/`;
  assert.equal(compilePatterns([large]).type, 'program');
  assert.throws(() => compilePatterns(Array.from({ length: 20 }, () => large)), /all patterns together/);
  assert.throws(() => compilePatterns(Array.from({ length: 101 }, () => 'a')), /at most 100/);
  assert.throws(() => compilePatterns([]), /at least one/);
});
