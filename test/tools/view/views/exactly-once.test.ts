import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { madeUp, privateKey, showsPart } from '../../../redact/secrets.ts';
import { running, type TestView } from '../test-view.ts';

type Item = { readonly text: string; readonly secret?: readonly string[] };

const key = privateKey(300);
/** How a secret is printed, and what of it must not be seen. */
const secrets: readonly Item[] = [
  ...[1, 2, 3].map((seed) => madeUp(36, seed)).map((value) => ({ text: `ghp_${value}`, secret: [value] })),
  { text: `DB_PASSWORD=${madeUp(20, 4)}\n`, secret: [madeUp(20, 4)] },
  { text: `Authorization: Bearer ${madeUp(40, 5)}\n`, secret: [madeUp(40, 5)] },
  { text: `postgres://bob:${madeUp(16, 6)}@db/x`, secret: [madeUp(16, 6)] },
  { text: `"api_key": "${madeUp(32, 7)}"`, secret: [madeUp(32, 7)] },
  { text: `\n${key}\n`, secret: key.split('\n').slice(1, -1) },
];
const coloured = ({ text, secret }: Item): Item => ({
  text: [...text].map((letter, i) => (i % 5 === 3 && letter !== '\n' ? `\x1b[1m${letter}` : letter)).join(''),
  ...(secret && { secret }),
});
/** Issue 11.17: taken out afterwards, it would be put together again. */
const unseen = ['\u200b', '\u2060', '\u00ad', '\ufe0f', '\u{e0041}', '\u202e', '\u200d'];
const hidden = ({ text, secret }: Item): Item => ({
  text: [...text].map((letter, i) => letter + (i % 3 === 1 ? unseen[i % unseen.length] : '')).join(''),
  ...(secret && { secret }),
});

const item: fc.Arbitrary<Item> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('word', 'é', '😀', 'x'.repeat(30), 'path/to/file.ts')
      .map((text) => ({ text })),
  },
  { weight: 2, arbitrary: fc.constantFrom(...secrets) },
  { weight: 1, arbitrary: fc.constantFrom(...secrets).map(coloured) },
  { weight: 1, arbitrary: fc.constantFrom(...secrets).map(hidden) },
);
/** Every item is followed by a word that occurs once. */
const scenario = fc.record({
  items: fc.array(fc.tuple(item, fc.constantFrom(' ', '\n', ' \x1b[32m', '\r\n')), {
    minLength: 1,
    maxLength: 30,
  }),
  cuts: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 40 }),
});

type Read = (view: TestView, cursor: string | undefined) => { text: string; cursor: string };

const readers: Record<string, Read> = {
  news: ({ views, process }, cursor) => views.news(process, cursor, 1_000_000),
  log({ views, process }, cursor) {
    const { output, cursor: next } = views.log(process, { cursor: cursor ?? '0' });
    return { text: output, cursor: next };
  },
};

function readInTurns(
  t: TestContext,
  printed: Buffer,
  cuts: readonly number[],
  read: Read,
  pageCharacters: number,
) {
  const view = running(t, '', { logCharacters: pageCharacters });
  const answers: string[] = [];
  let cursor: string | undefined;
  const look = (): boolean => {
    const answer = read(view, cursor);
    const isFurther = answer.cursor !== cursor;
    assert.ok(Number(answer.cursor) >= Number(cursor ?? 0), 'a cursor never goes back');
    assert.ok(isFurther || answer.text === '', 'nothing comes twice');
    answers.push(answer.text);
    cursor = answer.cursor;
    return isFurther;
  };
  let at = 0;
  for (let i = 0; at < printed.length; i += 1) {
    const size = cuts[i % cuts.length] ?? 1;
    view.print(printed.subarray(at, at + size));
    at += size;
    look();
  }
  view.end();
  while (look());
  assert.equal(cursor, String(printed.length));
  return answers.join('');
}

describe('reading on with a cursor', () => {
  for (const [name, read] of Object.entries(readers)) {
    for (const pageCharacters of [100_000, 50]) {
      if (name === 'news' && pageCharacters === 50) continue;
      it(`issue 11.17: shows with ${name}, ${pageCharacters} characters at most, no half of a secret and all else once`, (t) => {
        fc.assert(
          fc.property(scenario, ({ items, cuts }) => {
            const words = items.map((_, i) => `w${i}w`);
            const printed = Buffer.from(
              items.map(([{ text }, space], i) => `${text} ${words[i]}${space}`).join(''),
            );
            const shown = readInTurns(t, printed, cuts, read, pageCharacters);
            for (const [{ secret = [] }] of items)
              for (const one of secret) assert.ok(!showsPart(shown, one), shown);
            assert.deepEqual(shown.match(/w\d+w/g), words, shown);
            const harmless = (text: string) => text.split(/😀|é|x{30}|path\/to\/file\.ts/).length;
            assert.equal(harmless(shown), harmless(printed.toString()), shown);
            assert.ok(
              shown.isWellFormed() && !shown.includes('\x1b') && !unseen.some((one) => shown.includes(one)),
            );
          }),
          { numRuns: 100 },
        );
      });
    }
  }
});
