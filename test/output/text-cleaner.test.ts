import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextCleaner } from '../../src/output/text-cleaner.ts';
import { createRandom, type Random } from './random.ts';

function clean(chunks: readonly Buffer[], atBeginning = false): string {
  const cleaner = createTextCleaner({ atBeginning });
  return chunks.map((chunk) => cleaner.push(chunk)).join('') + cleaner.flush();
}

const cleanString = (text: string, atBeginning = false) => clean([Buffer.from(text)], atBeginning);

function randomChunks(random: Random, bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = random.chance(0.5) ? 1 : random.between(0, 40);
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

test('wherever the chunk borders fall the text is the same (promise 9)', () => {
  const parts: readonly [string, ...string[]] = [
    'plain', 'ä€🔔', '\x1b[31m', '\x1b]0;t\x07', '\x1b]0;t\x1b\\', '\r', '\r\n', '\n', '\t', '\x1b', '\x9b1m', '\b\x00', '\u200b', '\u{e0041}',
    'bash: no job control in this shell\n', '\x1bP', 'x'.repeat(70_000),
  ]; // biome-ignore format: a bag of parts
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const last = random.chance(0.02) ? parts.length - 1 : parts.length - 2;
    const pieces = Array.from({ length: random.between(0, 30) }, () => {
      const junk = Buffer.from([random.between(128, 255)]);
      return random.chance(0.1) ? junk : Buffer.from(parts[random.between(0, last)] ?? '');
    });
    const bytes = Buffer.concat(pieces);
    const atBeginning = random.chance(0.5);
    const whole = clean([bytes], atBeginning);
    assert.equal(clean(randomChunks(random, bytes), atBeginning), whole, `seed ${seed}`);
    assert.ok(whole.isWellFormed());
    assert.doesNotMatch(whole, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  }
});

test('colours in the middle of a word and controls vanish, newline and tab stay', () => {
  assert.equal(cleanString('RE\x1b[32mA\x1b[0mDY\x07\x00\tok\x7f\n'), 'READY\tok\n');
});

test('text behind a carriage return replaces its line', () => {
  assert.equal(cleanString('a\r\nb\r\r\nc'), 'a\nb\nc');
  assert.equal(cleanString('10%\r50%\r100%\ndone\n'), '100%\ndone\n');
  assert.equal(cleanString('50%\r'), '50%');
  assert.equal(cleanString('50%\r\x1b[K'), '50%');
});

test('invalid bytes are U+FFFD, half a character at the end only at the very end', () => {
  const half = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]);
  const cleaner = createTextCleaner({ atBeginning: false });
  assert.equal(cleaner.push(half), '');
  assert.equal(cleaner.rest(), 'a\ufffdb');
  assert.equal(cleaner.push(Buffer.from([0xac, 0x0a])), 'a\ufffdb€\n');
  assert.equal(clean([half]), 'a\ufffdb\ufffd');
});

test('the rest of a character cut off at the start is dropped, but not at the beginning of everything', () => {
  const cut = Buffer.from('🔔!').subarray(1);
  assert.equal(clean([cut]), '!');
  assert.equal(clean([cut.subarray(0, 1), cut.subarray(1)]), '!');
  assert.equal(clean([cut], true), '\ufffd\ufffd\ufffd!');
});

test('start-up noise is dropped at the very beginning only', () => {
  const noise = 'bash: cannot set terminal process group (-1): Inappropriate ioctl for device\n';
  const more = 'bash: no job control in this shell\n';
  assert.equal(cleanString(`${noise}${more}hello\n${more}`, true), `hello\n${more}`);
  assert.equal(cleanString(`${more}`), more);
  assert.equal(cleanString(`${more}`.trim(), true), '');
});

test('a line without end is given away in parts, not gathered', () => {
  const cleaner = createTextCleaner({ atBeginning: true });
  let length = 0;
  for (let i = 0; i < 100; i += 1) length += cleaner.push(Buffer.alloc(10_000, 'x')).length;
  assert.ok(length > 900_000);
  assert.equal(length + cleaner.flush().length, 1_000_000);
});
