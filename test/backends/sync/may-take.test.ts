import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeLink, isSafePath } from '../../../src/backends/sync/entry.ts';
import { whyNotReplace, whyNotTake } from '../../../src/backends/sync/may-take.ts';

test('paths that leave the folder are not safe', () => {
  for (const path of ['a', 'a/b', '..a', 'a..', 'a/...', '-x', ' ', 'a\nb', '.gitignore', 'x.git'])
    assert.ok(isSafePath(path), path);
  for (const path of [
    '',
    '/a',
    '..',
    '../a',
    'a/..',
    'a/../b',
    './a',
    'a//b',
    'a/',
    'a\0',
    '.git',
    'a/.GIT/b',
    '\uFFFD',
  ])
    assert.ok(!isSafePath(path), path);
});

test('links that leave the folder are not safe', () => {
  assert.ok(isSafeLink('a/b/c', '../../d'));
  assert.ok(isSafeLink('a', 'b/../c'));
  for (const [path, target] of [
    ['a', '..'],
    ['a', '../x'],
    ['a/b', '../../x'],
    ['a', '/etc'],
    ['a', ''],
    ['a', '.git/config'],
  ] as const)
    assert.ok(!isSafeLink(path, target), target);
});

test('only what was asked for is taken', () => {
  const asked = new Set(['a']);
  assert.equal(whyNotTake({ path: 'a', kind: 'file', target: '' }, asked), undefined);
  assert.match(whyNotTake({ path: 'b', kind: 'file', target: '' }, asked) ?? '', /not asked for/);
  assert.match(whyNotTake({ path: 'a', kind: 'other', target: '' }, asked) ?? '', /not a file/);
  assert.match(whyNotTake({ path: 'a', kind: 'link', target: '/' }, asked) ?? '', /leads out/);
});

test('what is newer here stays, unless so wished; a folder stays in any case', () => {
  const rules = { sentAt: 100, overwrite: false };
  assert.equal(whyNotReplace(undefined, rules), undefined);
  assert.equal(whyNotReplace({ kind: 'other', mtimeMs: 100 }, rules), undefined);
  assert.match(whyNotReplace({ kind: 'other', mtimeMs: 101 }, rules) ?? '', /changed here/);
  assert.equal(whyNotReplace({ kind: 'other', mtimeMs: 101 }, { ...rules, overwrite: true }), undefined);
  assert.match(whyNotReplace({ kind: 'folder', mtimeMs: 0 }, { ...rules, overwrite: true }) ?? '', /folder/);
});
