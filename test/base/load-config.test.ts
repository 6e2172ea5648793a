import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { loadConfig } from '../../src/base/load-config.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'ringback-config-'));
after(() => removeFolder(home));
const write = (text: string) => writeFileSync(join(home, 'config.json'), text);

test('without config.json everything is as behaviour.md says', async () => {
  rmSync(join(home, 'config.json'), { force: true });
  assert.deepEqual(await loadConfig(home), defaultConfig);
  assert.equal(defaultConfig.logLimitBytes, 67_108_864);
});

test('a figure that is given replaces only itself', async () => {
  write('{"retentionMs": 1000}');
  assert.deepEqual(await loadConfig(home), { ...defaultConfig, retentionMs: 1000 });
});

const wrong: [string, string, RegExp][] = [
  ['no JSON', '{', /not JSON/],
  ['an unknown key', '{"retentionMs": 1, "colour": "red"}', /colour/],
  ['a wrong type', '{"killGraceMs": "2s"}', /killGraceMs/],
  ['a negative figure', '{"retentionMs": -1}', /retentionMs/],
  [
    'a key instead of the name of its variable',
    '{"agentProviders": {"mine": {"apiKeyEnv": "sk-12"}}}',
    /^(?!.*sk-12).*"agentProviders\.mine\.apiKeyEnv" must be the name of a variable/,
  ],
  ['a provider with a /', '{"agentProviders": {"a/b": {}}}', /must be a name without \//],
  ['a password in a URL', '{"agentProviders": {"a": {"baseUrl": "https://u:p@x/v1"}}}', /a password in it/],
  ['not an object', '[1]', /config\.json is wrong/],
];
for (const [name, text, message] of wrong) {
  test(`${name} in config.json is named`, async () => {
    write(text);
    await assert.rejects(loadConfig(home), { name: 'RingbackError', code: 'bad_request', message });
  });
}
