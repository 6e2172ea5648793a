import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mapText, unitAt } from '../../src/output/mapped-text.ts';
import { cleanPieces } from '../../src/output/text.ts';
import { decodeWithOffsets } from '../../src/output/unit-offsets.ts';

/** What output is made of: text, controls, codes, and bytes that are no UTF-8. */
const printed = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'word ', 'é', '😀', '\n', '\r', '\r\n', '\t', '\u009b1m', '\u{feff}'),
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u202e',
        '\u{e0041}',
        '\u{1d173}',
        '\u{1d172}',
        '\u00ad',
        '\ufe0f',
      ),
      fc.constantFrom('\x1b[31m', '\x1b]0;title\x07', '\x1b[', '\x07', 'bash: no job control in this shell'),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));

describe('text that knows where it was printed', () => {
  it('is the text that the cleaner makes', () => {
    fc.assert(
      fc.property(printed, fc.constantFrom(0, 7), fc.boolean(), (bytes, offset, isFinal) => {
        const expected = cleanPieces([{ type: 'output', offset, bytes }], { isFinal });
        assert.equal(mapText(offset, bytes, { isFinal }).text, expected);
      }),
      {
        numRuns: 3000,
        // Each began like a character and cannot become one.
        examples: [
          [0xe0, 0x80],
          [0xed, 0xa0],
          [0xf0, 0x80],
          [0xf4, 0x90],
        ].map((bytes) => [Buffer.from(bytes), 0, false]),
      },
    );
  });

  it('says of every character where it came from', () => {
    const bytes = Buffer.from('é\x1b[31m😀\r\nx\xffy');
    const { text, offsets } = mapText(100, bytes, { isFinal: true });
    assert.equal(text, 'é😀\nx\u00ffy');
    assert.deepEqual([...offsets], [100, 107, 107, 112, 113, 114, 116, 117]);
    assert.equal(unitAt({ text, offsets, startsInside: false }, 108), 3);
  });

  it('finds the bytes of every character, valid or not', () => {
    fc.assert(
      fc.property(printed, (bytes) => {
        const { text, offsets } = decodeWithOffsets(bytes);
        for (let unit = 0; unit < text.length; unit += 1) {
          const from = offsets[unit] ?? 0;
          const isPair = offsets[unit + 1] === from;
          const to = offsets[unit + (isPair ? 2 : 1)] ?? 0;
          assert.equal(bytes.toString('utf8', from, to), text.slice(unit, unit + (isPair ? 2 : 1)));
          if (isPair) unit += 1;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('lets no later carriage return replace what is to be kept', () => {
    const bytes = Buffer.from('one\rtwo\rthree');
    assert.equal(mapText(0, bytes, { keepBefore: 7 }).text, 'two\nthree');
    assert.equal(mapText(0, bytes).text, 'three');
  });

  it('knows when its first line is none that was cut', () => {
    assert.equal(mapText(5, Buffer.from('st of it\nnext')).startsInside, true);
    assert.equal(mapText(5, Buffer.from('st of it\rnext')).startsInside, false);
    assert.equal(mapText(0, Buffer.from('first')).startsInside, false);
  });
});
