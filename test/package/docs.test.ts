import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('issue 10.5: nobody is told to install by name what is not on the registry', () => {
  const files = globSync(['README.md', 'docs/**/*.md', 'plugins/**/*', 'src/**/*.ts', 'examples/**/*'], {
    cwd: root,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  assert.ok(files.length > 100);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8');
    assert.doesNotMatch(text, /(npm (i|install|add)( -g)?|npx( -y)?) ringback\b/, `${parentPath}/${name}`);
  }
});

test('the README names the file that npm pack makes', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = readFileSync(join(root, 'README.md'), 'utf8').match(/ringback-[\d.]+\.tgz/g) ?? [];
  assert.deepEqual(new Set(names), new Set([`ringback-${version}.tgz`]));
});
