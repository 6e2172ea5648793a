import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invisibleUnits } from '../../src/output/invisible.ts';

test('issue 11.17: invisible is what Unicode ignores by default, and the annotation marks', () => {
  const expected = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const units = expected.test(character) ? character.length : 0;
    assert.equal(invisibleUnits(`x${character}y`, 1), units, `U+${code.toString(16)}`);
  }
});
