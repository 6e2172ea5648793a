import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('the lock files record hashes, and no address that somebody installed from', () => {
  for (const name of ['package-lock.json', 'runtime/package-lock.json']) {
    const { packages } = JSON.parse(readFileSync(join(root, name), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string }>;
    };
    for (const [path, { resolved, integrity }] of Object.entries(packages)) {
      assert.equal(resolved, undefined, path);
      if (path !== '') assert.match(integrity ?? '', /^sha512-/, path);
    }
  }
});

test('every package with install scripts is one that package.json allows, so that npm asks nobody', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const withScripts = Object.entries(packages)
    .filter(([path, { hasInstallScript, optional }]) => path !== '' && hasInstallScript && !optional)
    .map(([path]) => path.slice('node_modules/'.length));
  assert.deepEqual(withScripts.sort(), Object.keys(allowScripts).sort());
});
