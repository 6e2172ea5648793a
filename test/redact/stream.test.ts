import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactor } from '../../src/redact/redactor.ts';
import { createRandom } from './random.ts';
import { madeUp, privateKey, showsPart } from './secrets.ts';

const redactor = createRedactor({ extraSecrets: ['known by its value'] });

const secrets = [
  `ghp_${madeUp(36, 1)}`,
  `eyJ${madeUp(40, 2)}.eyJ${madeUp(200, 3)}.${madeUp(43, 4)}`,
  'known by its value',
  ...privateKey(50).split('\n').slice(1, -1),
];
const text = [
  'starting up',
  `token is ${secrets[0]}, good`,
  'DB_PASSWORD=hunter2',
  `Authorization: Bearer ${secrets[1]}`,
  'postgres://app:s3cr3t-word@db/x',
  'we say known by its value here',
  privateKey(50),
  '{"api_key": "abcd1234efgh"}',
  'Cookie: sid=abcdefgh; a=b',
  'done, no more than that',
  '',
].join('\n');

describe('a redacting stream', () => {
  it('shows what redacting the whole text shows, however it is cut into pieces', () => {
    const expected = redactor.redact(text);
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const stream = redactor.createStream();
      let out = '';
      for (let at = 0; at < text.length; ) {
        const length = random.between(1, seed % 3 === 0 ? 4 : 200);
        out += stream.push(text.slice(at, at + length));
        at += length;
      }
      out += stream.flush();
      assert.equal(out, expected, `seed ${seed}`);
    }
  });

  it('never shows a part of a secret when it is flushed in the middle of one', () => {
    for (let at = 1; at < text.length; at += 3) {
      const stream = redactor.createStream();
      const out =
        stream.push(text.slice(0, at)) + stream.flush() + stream.push(text.slice(at)) + stream.flush();
      for (const secret of secrets) {
        // The few characters by which a token is recognised are no secret.
        assert.ok(!showsPart(out, secret.replace(/^(ghp_|eyJ)/, '')), `at ${at}: ${out}`);
      }
    }
  });

  it('withholds what a gap has cut on both sides', () => {
    for (let at = 1; at < text.length - 60; at += 7) {
      const stream = redactor.createStream();
      const out =
        stream.push(text.slice(0, at)) + stream.gap() + stream.push(text.slice(at + 20)) + stream.flush();
      for (const secret of secrets) assert.ok(!showsPart(out, secret.slice(8)), `at ${at}: ${out}`);
    }
  });

  it('shows a question at once, and ordinary lines as they come', () => {
    const stream = redactor.createStream();
    assert.equal(stream.push('one line\n'), 'one line\n');
    assert.equal(stream.push('Continue? [y/N]'), 'Continue? [y/N]');
    assert.equal(stream.push(' '), ' ');
    assert.equal(stream.push('Password: '), 'Password: ');
  });

  it('holds back 16 KiB at most', () => {
    const stream = redactor.createStream();
    const out = stream.push('a'.repeat(100_000));
    assert.ok(out.length >= 100_000 - 16 * 1024);
    assert.equal(out + stream.flush(), 'a'.repeat(100_000));
  });
});
