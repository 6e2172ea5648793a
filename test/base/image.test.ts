import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkImages, MOST_IMAGE_BYTES, readImage } from '../../src/base/image.ts';

const heads: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF....WEBP',
};
const given = (head: string, size = 100) => ({
  media_type: 'image/png',
  data: Buffer.alloc(size, head.padEnd(32), 'latin1').toString('base64'),
});

test('images are what they begin with, not what they are called', () => {
  for (const [type, head] of Object.entries(heads))
    assert.equal(checkImages([given(head)])[0]?.media_type, type);
  assert.throws(() => checkImages([given('%PDF-1.7')]), /Image 1 is not an image that models see/);
});

test('images are bounded, each and together', () => {
  const largest = given('GIF89a', MOST_IMAGE_BYTES);
  assert.equal(largest.data.length, 5 * 1024 * 1024);
  assert.equal(checkImages([largest, largest, largest]).length, 3);
  assert.throws(() => checkImages([largest, largest, largest, given('GIF89a')]), /together/);
  assert.throws(() => checkImages([given('GIF89a', MOST_IMAGE_BYTES + 1)]), /at most 3932160 can be shown/);
});

test('an image is read from a file that is one, and not too large', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'wrong-name.txt');
  writeFileSync(file, 'GIF89a and so on');
  assert.deepEqual(await readImage(file), {
    media_type: 'image/gif',
    data: Buffer.from('GIF89a and so on').toString('base64'),
  });
  truncateSync(file, MOST_IMAGE_BYTES + 1);
  await assert.rejects(readImage(file), /at most/);
  writeFileSync(file, 'text');
  await assert.rejects(readImage(file), /wrong-name\.txt is not an image/);
  await assert.rejects(readImage(join(folder, 'none')), /cannot be read: ENOENT/);
  await assert.rejects(readImage(folder), /is no file/);
});
