import assert from 'node:assert/strict';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { parseSamples, parseSampleText, readSamples } from '../../src/keeper/samples.ts';

function encode(...values: number[]): Buffer {
  const bytes = Buffer.alloc(56);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * index);
  return bytes;
}

test('samples are read as far as they are whole', () => {
  const bytes = Buffer.concat([
    encode(10, 1_500, 4_096, 8_192, 1, 2, 3),
    encode(20, 2_500),
    Buffer.alloc(55),
  ]);
  const samples = parseSamples(bytes);
  assert.equal(samples.length, 2);
  assert.deepEqual(samples[0], {
    at: 10,
    cpuSeconds: 1.5,
    memoryBytes: 4_096,
    peakBytes: 8_192,
    readBytes: 1,
    writtenBytes: 2,
    processes: 3,
  });
});

test('an answer of a keeper says the same', () => {
  const bytes = Buffer.concat([encode(10, 1_500, 4_096, 8_192, 1, 2, 3), encode(20, 2_500)]);
  assert.deepEqual(parseSampleText('10 1500 4096 8192 1 2 3;20 2500 0 0 0 0 0;'), parseSamples(bytes));
  assert.deepEqual(parseSampleText(''), []);
  assert.equal(parseSampleText('10 x 4096;')[0]?.cpuSeconds, 0);
});

test('a keep without samples, or with something else of that name, has none', (context) => {
  const keep = mkdtempSync(join(tmpdir(), 'ringback-samples-'));
  context.after(() => removeFolder(keep));
  assert.deepEqual(readSamples(keep), []);
  const elsewhere = join(keep, 'elsewhere');
  writeFileSync(elsewhere, encode(1));
  symlinkSync(elsewhere, join(keep, 'samples'));
  assert.deepEqual(readSamples(keep), []);
});
