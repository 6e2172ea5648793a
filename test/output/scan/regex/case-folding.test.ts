import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeOverCase } from '../../../../src/output/scan/regex/case-folding.ts';
import { isIn } from '../../../../src/output/scan/regex/code-points.ts';

test('characters that the flag i takes for the same are those that JavaScript does', () => {
  const letters = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => /\p{L}/u.test(character),
  );
  for (const sample of ['k', 'S', 'ß', 'µ', 'Σ', 'ı', 'İ', 'ſ', 'ǅ', 'é', 'Ж', '\u2126']) {
    const code = sample.codePointAt(0) ?? 0;
    const set = closeOverCase([[code, code]]);
    const regex = new RegExp(sample, 'iu');
    const ours = letters.filter((letter) => isIn(set, letter.codePointAt(0) ?? 0));
    assert.deepEqual(
      ours,
      letters.filter((letter) => regex.test(letter)),
      sample,
    );
  }
});
