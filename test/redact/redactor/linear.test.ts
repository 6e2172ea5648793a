import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redact } from '../redact.ts';

const size = 1_000_000;
const units = [
  'a',
  'a=',
  'A1b2',
  'key',
  'key=',
  'token',
  'token=$',
  'password=',
  'password="',
  'secret: ',
  '://',
  'a://b:',
  '://a:b@',
  'eyJ',
  'eyJa',
  'sk-',
  'sk-a1',
  'Bearer ',
  'Bearer a',
  'Authorization: ',
  'Cookie: ',
  'Cookie: a=',
  '-----',
  '-----BEGIN ',
  '-----END ',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----END PRIVATE KEY-----\n',
  `${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`,
  `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n`,
  'IBAAKC',
  '[REDACTED:',
  '[REDACTED:jwt]',
  'password=[REDACTED:jwt]',
  'curl -u a:',
  '-u',
  '\n',
  ' ',
  '"',
  "api_key = '",
  'é',
  '😀',
  'api_token.',
  `ghp_${'a1'.repeat(18)}`,
  '--password ',
];

describe('the time it takes', () => {
  for (const unit of units) {
    it(`stays below a second for 1 MB of ${JSON.stringify(unit)}`, () => {
      const text = unit.repeat(size / unit.length);
      const start = process.cpuUsage();
      const redacted = redact(text);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 1_000_000, `${user / 1000} ms`);
      assert.equal(redact(redacted), redacted);
    });
  }
});
