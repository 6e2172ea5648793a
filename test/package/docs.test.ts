import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

test('links between the pages lead somewhere', () => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .trim()
      .replaceAll(' ', '-');
  for (const page of globSync(['*.md', 'docs/**/*.md', 'keeper/*.md'], { cwd: root })) {
    for (const [, link = ''] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (link.startsWith('https://')) continue;
      const [path, anchor] = link.split('#');
      const target = join(root, path ? join(dirname(page), path) : page);
      assert.ok(existsSync(target), `${page}: ${link}`);
      if (anchor === undefined) continue;
      const headings = readFileSync(target, 'utf8').match(/^#+ .*$/gm) ?? [];
      assert.ok(
        headings.some((heading) => anchorOf(heading.replace(/^#+ /, '')) === anchor),
        `${page}: ${link}`,
      );
    }
  }
});
