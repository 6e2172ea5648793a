import assert from 'node:assert/strict';
import { it } from 'node:test';
import { secretsOfEnvironment } from '../../src/redact/environment-secrets.ts';
import { madeUp } from './secrets.ts';

it('takes the values whose names say that they are secret, and no others', () => {
  const key = madeUp(32, 1);
  const env = {
    ACME_KEY: key,
    DB_PASSWORD: 'correct horse',
    GITHUB_TOKEN: 'tokentokentoken',
    SHORT_SECRET: 'abc',
    PWD: '/home/bob/project',
    PATH: '/usr/bin:/bin:/usr/local/bin',
    TOKEN_URL: 'https://example.com/token',
    SSH_AUTH_SOCK: '/tmp/ssh-a1b2c3d4/agent.1',
    KEYBOARD_LAYOUT: 'dvorak-international',
    MAX_TOKENS: '100000000',
    OLD_SECRET: undefined,
  };
  assert.deepEqual(secretsOfEnvironment(env), [key, 'correct horse', 'tokentokentoken']);
});
