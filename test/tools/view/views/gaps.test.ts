import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { madeUp, privateKey, showsPart } from '../../../redact/secrets.ts';
import { endedWithGaps } from '../test-view.ts';

const value = madeUp(36, 1);
const hex = madeUp(32, 2, [...'0123456789abcdef']);
const key = privateKey(200);
const text = [
  'one line',
  `token ghp_${value} and more`,
  `TWILIO_KEY=SK${hex}`,
  `\x1b[31mcoloured ghp_${value.slice(0, 9)}\x1b[0m${value.slice(9)} text`,
  key,
  'a last line, with é and 😀',
  '',
].join('\n');
const bytes = Buffer.from(text);
const secrets = [value, hex, ...key.split('\n').slice(1, -1)];

/** Two or three kept parts, of which the last may end early. */
const segments = fc
  .uniqueArray(fc.integer({ min: 0, max: bytes.length }), { minLength: 4, maxLength: 6 })
  .map((cuts) => cuts.toSorted((a, b) => a - b))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, i) => ({
      start: cuts[2 * i] ?? 0,
      end: cuts[2 * i + 1] ?? 0,
    })),
  );

describe('a log with holes', () => {
  it('shows no half of a secret to anybody, and reads on to its end', (t) => {
    fc.assert(
      fc.property(segments, fc.nat(bytes.length), fc.integer({ min: 20, max: 400 }), (kept, at, size) => {
        const { views, process } = endedWithGaps(t, text, kept, { logCharacters: size });
        const shown = [
          views.tail(process, size),
          views.tail(process, size, at),
          views.news(process, String(at), size).text,
          views.whole(process, size).output,
          views.log(process, { offset: at % 20, limit: 3 }).output,
          views.log(process, {}).output,
        ];
        let cursor = '0';
        for (let last = ''; last !== cursor; ) {
          last = cursor;
          const page = views.log(process, { cursor });
          shown.push(page.output);
          cursor = page.cursor;
        }
        assert.equal(cursor, String(bytes.length));
        for (const one of shown) for (const secret of secrets) assert.ok(!showsPart(one, secret), one);
      }),
      { numRuns: 100 },
    );
  });
});
