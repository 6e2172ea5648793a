import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeRecord, numberField, parseRecord, truthField } from '../../../src/keeper/frames/record.ts';

test('a frame record holds newlines and equals signs in its values', () => {
  const bytes = encodeRecord([
    ['role', 'engine'],
    ['text', 'a=b\nc'],
    ['count', 7],
    ['open', true],
  ]);
  assert.equal(String(bytes), 'role=engine\0text=a=b\nc\0count=7\0open=1\0');
  const fields = parseRecord(String(bytes), '\0');
  assert.equal(fields.get('text'), 'a=b\nc');
  assert.equal(numberField(fields, 'count'), 7);
  assert.equal(truthField(fields, 'open'), true);
});

const damaged: [string, Record<string, string>][] = [
  ['', {}],
  ['a=1', {}],
  ['a=1\nb=2', { a: '1' }],
  ['=x\nnothing\na=\n', { a: '' }],
  ['a=1\na=2\n', { a: '2' }],
  ['\n\n\n', {}],
  ['\u0000\ufffd=\n', { '\u0000\ufffd': '' }],
];
test('a damaged file gives the entries that are whole', () => {
  for (const [text, expected] of damaged)
    assert.deepEqual(Object.fromEntries(parseRecord(text, '\n')), expected, text);
});

test('only a whole decimal number is a number', () => {
  for (const text of ['', '1.5', '0x10', '1e3', ' 1', '12345678901234567', 'NaN']) {
    assert.equal(numberField(new Map([['n', text]]), 'n'), undefined, text);
  }
  assert.equal(numberField(new Map([['n', '-15']]), 'n'), -15);
});
