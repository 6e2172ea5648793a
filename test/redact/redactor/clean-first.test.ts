import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { redact } from '../redact.ts';
import { madeUp, showsPart } from '../secrets.ts';

const token = `gh${'p_'}${madeUp(36, 1)}`;

/** What can stand in a text and is not seen. */
export const unseen: Readonly<Record<string, string>> = {
  'zero width space': '\u200b',
  'zero width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'variation selector': '\ufe0f',
  'tag character': '\u{e0041}',
  'variation selector of the supplement': '\u{e0101}',
  'byte order mark': '\ufeff',
  'grapheme joiner': '\u034f',
  'Mongolian vowel separator': '\u180e',
  'right-to-left override': '\u202e',
  isolate: '\u2066',
  'musical control': '\u{1d173}',
  bell: '\x07',
  NUL: '\0',
  'colour code': '\x1b[1m',
  'title code': '\x1b]0;title\x07',
};

for (const [name, character] of Object.entries(unseen)) {
  test(`issue 11.17: a secret with something unseen in it is a secret: ${name}`, () => {
    for (const at of [1, 4, 9, token.length - 1]) {
      const hidden = token.slice(0, at) + character + token.slice(at);
      assert.equal(redact(`use ${hidden} now`), 'use [REDACTED:github-pat] now');
      assert.equal(
        redact(`DB_PASS${character}WORD=hunt${character}er2`),
        'DB_PASSWORD=[REDACTED:named-secret]',
      );
    }
    const everywhere = [...token].join(character);
    assert.equal(redact(`use ${everywhere} now`), 'use [REDACTED:github-pat] now');
  });
}

test('issue 11.17: places in a text are those of the text as it was given', () => {
  const before = `first ${token.slice(0, 12)}\u200b\n`;
  const text = `${before}see\u200b ${token.slice(0, 20)}\u2060${token.slice(20)} and \u202eleft`;
  assert.equal(redact(text, { from: before.length }), 'see [REDACTED:github-pat] and left');
  assert.equal(redact(text, { from: before.length, to: text.length - 5 }), 'see [REDACTED:github-pat] and ');
  assert.equal(
    redact(text, { from: before.length + 5, gaps: [before.length + 4] }),
    '[REDACTED:github-pat]',
    'what is behind a gap is withheld',
  );
});

test('issue 11.17: redacting again changes nothing, and a text without anything unseen is left as it is', () => {
  for (const character of Object.values(unseen)) {
    const once = redact(`a${character}b ${[...token].join(character)}\n`);
    assert.equal(redact(once), once);
    assert(!showsPart(once, token));
  }
  const plain = 'naïve 日本語 👍 ✓ │ tab\tand\nnewline\n';
  assert.equal(redact(plain), plain);
});

test('issue 11.17: switched off, what is unseen goes all the same', () => {
  const off = createRedactor({ enabled: false });
  assert.equal(off.redact(`a\u202eb ${token}\u200b`), `ab ${token}`);
});
