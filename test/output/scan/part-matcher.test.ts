import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPartMatcher } from '../../../src/output/scan/part-matcher.ts';
import { compilePatterns } from '../../../src/output/scan/patterns.ts';
import { scanText } from './scan-all.ts';

const matches = (pattern: string, text: string, startsLine = false, endsLine = false) =>
  createPartMatcher(compilePatterns([pattern]))({ text, startsLine, endsLine });

test('a match counts that is whole inside of the part', () => {
  for (const pattern of ['key=', '/key=/', '/k.y=/', '/^key/', 'secret'])
    assert.ok(!matches(pattern, 'ke'), pattern);
  for (const pattern of ['key=', '/key=/', '/[k]ey./', '/k\\w+\\W/'])
    assert.ok(matches(pattern, 'the key='), pattern);
});

test('the edges of a line are edges only where they are known', () => {
  assert.ok(matches('/^key/', 'key=', true) && !matches('/^key/', 'key='));
  assert.ok(matches('/now$/', ' now', false, true) && !matches('/now$/', ' now'));
});

test('nothing depends on the character beside the part', () => {
  for (const pattern of ['/key=\\b/', '/key=\\B/', '/key=./', '/key=[^a]/', '/\\bkey/', '/\\Bkey/', '/.key/'])
    assert.ok(!matches(pattern, 'key='), pattern);
  assert.ok(matches('/\\bkey\\b/', ' key=') && matches('/y\\B/', 'keyword') && matches('/\\b=/', 'key='));
});

const hidden = fc.stringMatching(/^[a-c_ =]{1,4}$/);
const patterns = [
  '/a\\b/',
  '/\\Bb/',
  '/\\b[ac]+\\B/',
  '/^a|b$/',
  '/a.?b/',
  '/=[^a]/',
  'ab',
  '/\\b \\b/',
  '/c$/',
];

test('what matches in a part matches in every line that has it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.stringMatching(/^[a-c =]{1,6}$/),
      fc.boolean(),
      fc.boolean(),
      hidden,
      hidden,
      (pattern, text, startsLine, endsLine, left, right) => {
        if (!matches(pattern, text, startsLine, endsLine)) return;
        const line = `${startsLine ? '' : left}${text}${endsLine ? '' : right}`;
        assert.equal(scanText([pattern], `${line}\n`).length, 1, `${pattern} in ${JSON.stringify(line)}`);
      },
    ),
    { numRuns: 3000 },
  );
});
