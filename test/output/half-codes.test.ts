import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutCharacterBytes, halfCharacterBytes, heldBackBytes } from '../../src/output/half-codes.ts';

test('half a character at the end, and the rest of one at the start, are found at every cut', () => {
  for (const character of ['a', 'ä', '€', '🔔']) {
    const bytes = Buffer.from(character);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const isInside = cut > 0 && cut < bytes.length;
      assert.equal(
        halfCharacterBytes(Buffer.concat([Buffer.from('ab'), bytes.subarray(0, cut)])),
        isInside ? cut : 0,
      );
      assert.equal(cutCharacterBytes(bytes.subarray(cut)), isInside ? bytes.length - cut : 0);
    }
  }
  assert.equal(halfCharacterBytes(Buffer.from([0xff])), 0);
  assert.equal(halfCharacterBytes(Buffer.from([0x80, 0x80, 0x80, 0x80])), 0);
});

test('half an escape code is held back, a whole one is not', () => {
  for (const code of ['\x1b[1;31m', '\x1b]0;Ü title\x07', '\x1b(B']) {
    const bytes = Buffer.from(`text${code}`);
    assert.equal(heldBackBytes(bytes), 0);
    for (let cut = 5; cut < bytes.length; cut += 1)
      assert.equal(heldBackBytes(bytes.subarray(0, cut)), cut - 4);
  }
  assert.equal(heldBackBytes(Buffer.from(`\x1b]${'x'.repeat(5000)}`)), 0);
});
