import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRandom } from '../random.ts';
import { redact } from '../redact.ts';
import { keyLines, madeUp } from '../secrets.ts';

const key = `PRIVATE ${'KEY'}-----`;
const pieces = [
  ...[
    'password',
    'api_key',
    'TOKEN',
    'export SECRET',
    '--token',
    'Authorization',
    'Cookie',
    'Set-Cookie',
    'key',
    'bearer',
  ],
  ...[
    '=',
    ': ',
    ':',
    ' ',
    '\n',
    '"',
    "'",
    '://',
    '@',
    '/',
    ',',
    ';',
    '&',
    '\\n',
    '[',
    ']',
    '{',
    '}',
    '$',
    '\t',
    '.',
    '-',
  ],
  ...[
    'Bearer ',
    'Basic ',
    'curl -u bob:',
    `-----BEGIN ${key}`,
    `-----END ${key}`,
    '[REDACTED:jwt]',
    '[REDACTED:',
    'x',
    'a=b',
  ],
  ...[
    'hunter2',
    madeUp(8, 1),
    madeUp(20, 2),
    madeUp(40, 3),
    `ghp_${madeUp(36, 4)}`,
    `eyJ${madeUp(30, 5)}.${madeUp(30, 6)}`,
  ],
  ...keyLines(2, 7),
  ...['algolia', 'cloudflare', 'sk-', 'AKIA', 'word', '123456', 'ä', '😀'],
];

it('changes nothing the second time, whatever the text is', () => {
  for (let seed = 0; seed < 20_000; seed++) {
    const random = createRandom(seed);
    const text = Array.from({ length: random.between(2, 14) }, () => random.pick(pieces)).join('');
    const once = redact(text);
    assert.equal(redact(once), once, `seed ${seed}: ${JSON.stringify(text)}`);
  }
});
