import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { validate } from '../../src/base/validate.ts';
import { flagText, numberText, text } from '../../src/wire/kinds.ts';
import { field, maybe, message, named, nullable, object } from '../../src/wire/message.ts';

test('a message is built when it is first used, and once', () => {
  let built = 0;
  const thing = object(() => {
    built += 1;
    return { name: field(text, 'Its name.') };
  });
  assert.equal(built, 0);
  assert.deepEqual(validate(thing, { name: 'a' }), { name: 'a' });
  validate(thing, { name: 'b' });
  assert.equal(built, 1);
});

test('what a message does not have is refused, and what is missing is named', () => {
  const thing = object(() => ({ name: field(text, 'Its name.'), note: maybe(text, 'A note.') }));
  assert.throws(() => validate(thing, { name: 'a', colour: 'red' }), /unknown parameter "colour"/);
  assert.throws(() => validate(thing, {}), /"name" is missing/);
  assert.throws(() => validate(thing, { name: 'a', note: undefined }), /"note"/);
});

test('the texts of a query become what they stand for', () => {
  const query = object(() => ({
    limit: maybe(numberText, 'How many.'),
    open: maybe(flagText, 'Open ones.'),
  }));
  assert.deepEqual(validate(query, { limit: '5', open: '1' }), { limit: 5, open: true });
  assert.deepEqual(validate(query, {}), {});
  assert.throws(() => validate(query, { limit: 'many' }), /"limit" must be a whole number/);
  assert.throws(() => validate(query, { open: 'yes' }), /"open" must be true or false/);
});

test('descriptions stand at the field, whatever its kind, and names are references', () => {
  const part = message('TestPart', () => ({ size: field(z.int(), 'Its size.') }));
  const whole = object(() => ({
    part: nullable(part, 'The part.'),
    same: field(part, 'It again.'),
    note: maybe(text, 'A note.'),
  }));
  assert.equal(named.get(part)?.id, 'TestPart');
  const { properties = {} } = z.toJSONSchema(whole) as {
    properties?: Record<string, { description: string }>;
  };
  assert.deepEqual(
    Object.values(properties).map(({ description }) => description),
    ['The part.', 'It again.', 'A note.'],
  );
});
