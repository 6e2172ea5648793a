import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { redact } from '../redact.ts';

describe('ordinary output', () => {
  const folder = join(import.meta.dirname, '../fixtures');
  for (const file of readdirSync(folder)) {
    it(`is left as it is: ${file}`, () => {
      const text = readFileSync(join(folder, file), 'utf8');
      assert.equal(redact(text), text);
    });
  }

  it('is left as it is: a lock file full of hashes', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8');
    assert.equal(redact(text), text);
  });

  it('is left as it is: what only resembles a secret', () => {
    for (const line of [
      'commit 3f2a9b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6',
      'session 550e8400-e29b-41d4-a716-446655440000 opened',
      'tokens=1234 max_tokens: 4096 prompt_tokens=17 total_tokens: 99',
      'PWD=/home/bob/project',
      'OLDPWD=/home/bob',
      'SSH_AUTH_SOCK=/tmp/ssh-XXXXab12CD/agent.1234',
      'KEY_FILE=/etc/ssl/private/server.key',
      'error: unexpected token: expected identifier, found `}`',
      'SyntaxError: Unexpected token } in JSON at position 12',
      'Password: ',
      'sudo: a password is required',
      'token expired; please log in again',
      'Enter passphrase for key /home/bob/.ssh/id_ed25519: ',
      'cache key: node-linux-x64-3f2a9b7c8d9e0f1a2b3c4d5e6f708192',
      'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      '"integrity": "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08=="',
      'public key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7 bob@example.com',
      'const token = await getToken();',
      'password: process.env.DB_PASSWORD,',
      'AWS_SECRET_ACCESS_KEY=$SECRET',
      'API_KEY=$' + '{API_KEY:-none}',
      'token: "<your token>"',
      '  --password string   Password to use',
      '  --token TOKEN       the token',
      'https://example.com:8080/path@1.2.3',
      'git clone git@github.com:a/b.git',
      'git clone ssh://git@github.com/a/b.git',
      'see https://bob@example.com/',
      'npm ERR! code E401 Unable to authenticate, your authentication token seems to be invalid',
      'PASS src/auth/token.test.ts (5.2 s)',
      '{"nextPageToken": "CAUQAA1234567890abcdef"}',
      'primary_key=id foreign_key=user_id',
      'Authorization: required',
      'Basic authentication is not supported',
      'a bearer token is needed',
    ]) {
      assert.equal(redact(`${line}\n`), `${line}\n`);
    }
  });
});
