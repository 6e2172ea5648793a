import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allProviders } from '../../../src/agent/models/providers.ts';
import { readKey } from '../../../src/agent/models/read-key.ts';

describe('a key', () => {
  const [google] = allProviders({}).filter(({ name }) => name === 'google');
  const [filed] = allProviders({ mine: { apiKeyFile: '/' } });
  assert.ok(google && filed);

  test('comes from the first of its variables', () => {
    assert.equal(readKey(google, { GEMINI_API_KEY: 'b' }), 'b');
    assert.equal(readKey(google, { GEMINI_API_KEY: 'b', GOOGLE_GENERATIVE_AI_API_KEY: ' a\n' }), 'a');
    assert.equal(readKey(google, { GEMINI_API_KEY: '' }), undefined);
  });

  test('comes from a file, unless others can read it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-'));
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, 'secret\n', { mode: 0o600 });
    assert.equal(readKey({ ...filed, keyFile }, {}), 'secret');
    chmodSync(keyFile, 0o640);
    assert.equal(readKey({ ...filed, keyFile }, {}), undefined);
    rmSync(folder, { recursive: true });
    assert.equal(readKey({ ...filed, keyFile }, {}), undefined);
  });
});
