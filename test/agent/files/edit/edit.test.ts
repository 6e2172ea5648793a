import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { putInPlace } from '../../../../src/agent/files/edit/put-in-place.ts';
import { loadTarget } from '../../../../src/agent/files/edit/target.ts';
import { secret, TestFolder } from '../support.ts';

const nobody = 65_534;

const change = (path: string, old: string, text: string, more = {}) => ({
  path,
  edits: [{ old, new: text, ...more }],
});

test('text is replaced exactly, once or everywhere, and the answer says where', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', 'one\ntwo\none\n');
  assert.equal(await folder.ok('edit', change('a', 'two', 'TWO $& $1')), `Edited ${path}: 1 place (line 2).`);
  assert.equal(readFileSync(path, 'utf8'), 'one\nTWO $& $1\none\n');
  assert.match(
    await folder.refusal('edit', change('a', 'one', 'x')),
    /"old" is 2 times in .* \(line 1, 3\), and nothing was changed\. Add lines/,
  );
  assert.match(
    await folder.refusal('edit', change('a', 'none', 'x')),
    /"old" is not in .*, and nothing was changed/,
  );
  assert.match(await folder.refusal('edit', change('a', 'one', 'one')), /are the same/);
  assert.equal(readFileSync(path, 'utf8'), 'one\nTWO $& $1\none\n');
  assert.equal(
    await folder.ok('edit', change('a', 'one', '', { all: true })),
    `Edited ${path}: 2 places (line 1, 3).`,
  );
  assert.equal(readFileSync(path, 'utf8'), '\nTWO $& $1\n\n');
  folder.write('b', 'aaa');
  assert.match(
    await folder.refusal('edit', change('b', 'aa', 'x')),
    /is 2 times/,
    'places that overlap are two',
  );
});

test('several edits apply in order, all or none', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', 'one\ntwo\n');
  const edits = [
    { old: 'one', new: 'three', all: null },
    { old: 'three\ntwo', new: 'four' },
  ];
  assert.match(
    await folder.refusal('edit', { path, edits: [...edits, { old: 'gone', new: 'x' }] }),
    /^edits\[2\]: "old" is not in/,
  );
  assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\n');
  await folder.ok('edit', { path, edits });
  assert.equal(readFileSync(path, 'utf8'), 'four\n');
});

test('a file is created with an empty old text, and never over another', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.path('new/folder/a');
  assert.equal(await folder.ok('edit', change(path, '', 'text\n')), `Created ${path}.`);
  assert.equal(readFileSync(path, 'utf8'), 'text\n');
  assert.equal(statSync(path).mode & 0o777, 0o666 & ~process.umask());
  assert.match(await folder.refusal('edit', change(path, '', 'other\n')), /but .* has text/);
  assert.match(
    await folder.refusal('edit', change('none', 'x', 'y')),
    /There is no .* An edit with an empty "old" creates it/,
  );
  folder.write('empty', '');
  await folder.ok('edit', change('empty', '', 'filled'));
  assert.equal(readFileSync(folder.path('empty'), 'utf8'), 'filled');
  assert.deepEqual(readdirSync(join(path, '..')), ['a'], 'nothing is left beside it');
  symlinkSync('new', folder.path('link'));
  const other = folder.path('new/deep/b');
  assert.equal(await folder.ok('edit', change('link/deep/b', '', 'x')), `Created ${other}.`);
  writeFileSync(other, 'x of others');
  assert.match(await folder.refusal('edit', change('link/deep/b', 'x', 'y')), /has changed/);
});

test('what somebody else writes while an edit is made is not replaced', async (t) => {
  const folder = new TestFolder(t);
  const draft = folder.write('draft', 'ours');
  const path = folder.write('a', 'one');
  // The clock of files ticks slowly.
  utimesSync(path, 0, 0);
  const target = await loadTarget(path);
  writeFileSync(path, 'two');
  await assert.rejects(putInPlace(draft, path, target), /has changed/);
  await assert.rejects(putInPlace(draft, path, undefined), /has changed/);
  assert.equal(readFileSync(path, 'utf8'), 'two');
});

test('mode, line ends, BOM and what is no UTF-8 stay as they are', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', '\ufeffone\r\ntwo\r\nthree\r\n');
  chmodSync(path, 0o751);
  await folder.ok('edit', change('a', 'one\ntwo', 'ONE\nTWO'));
  await folder.ok('edit', change('a', 'three', 'three\nfour'));
  assert.equal(readFileSync(path, 'utf8'), '\ufeffONE\r\nTWO\r\nthree\r\nfour\r\n');
  assert.equal(statSync(path).mode & 0o777, 0o751);
  const latin = folder.write('latin', Buffer.from('caf\xe9 one\n', 'latin1'));
  await folder.ok('edit', change('latin', 'one', 'two'));
  assert.equal(readFileSync(latin, 'latin1'), 'caf\xe9 two\n');
  folder.write('mixed', 'a\nb\r\na\r\nb\n');
  assert.match(await folder.refusal('edit', change('mixed', 'a\nb', 'x')), /is 2 times/);
});

test('links are followed, and other names keep the old text, which is said', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('real/a', 'one');
  symlinkSync('real/a', folder.path('link'));
  assert.equal(await folder.ok('edit', change('link', 'one', 'two')), `Edited ${path}: 1 place (line 1).`);
  assert.equal(readlinkSync(folder.path('link')), 'real/a');
  assert.equal(readFileSync(path, 'utf8'), 'two');
  linkSync(path, folder.path('other'));
  assert.match(
    await folder.ok('edit', change('link', 'two', 'three')),
    /hard links\): those still have the old text/,
  );
  assert.equal(readFileSync(folder.path('other'), 'utf8'), 'two');
  symlinkSync('nowhere', folder.path('dangling'));
  assert.match(
    await folder.refusal('edit', change('dangling', '', 'x')),
    /a link to something that does not exist/,
  );
  assert.match(await folder.refusal('edit', change('real', 'x', 'y')), /is not a file/);
  folder.write('binary', Buffer.from('a\0b'));
  assert.match(await folder.refusal('edit', change('binary', 'a', 'b')), /is no text/);
});

test('a file that may not be written is not replaced; the owner of one that may is kept, or it is said', async (t) => {
  const folder = new TestFolder(t);
  const [closed, open] = [folder.write('closed', 'one'), folder.write('open', 'one')];
  chmodSync(closed, 0o444);
  chmodSync(open, 0o666);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    chownSync(open, 1, 2);
    await folder.ok('edit', change('open', 'one', 'two'));
    assert.deepEqual([statSync(open).uid, statSync(open).gid], [1, 2]);
    for (const path of [folder.root, folder.folder, folder.state, join(folder.state, 'edits')])
      chownSync(path, nobody, nobody);
    // Threads for files are others: all of them change.
    process.seteuid?.(nobody);
  }
  try {
    assert.match(await folder.refusal('edit', change('closed', 'one', 'two')), /no permission/);
    if (isRoot)
      assert.match(await folder.ok('edit', change('open', 'two', 'three')), /another user, and is yours now/);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  assert.equal(readFileSync(closed, 'utf8'), 'one');
  assert.equal(readFileSync(open, 'utf8'), isRoot ? 'three' : 'one');
});

test('a file that changed since the conversation last read it is refused, also after a restart', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', 'one\ntwo\n');
  await folder.ok('read', { path });
  writeFileSync(path, 'one\nTWO\n');
  const refusal = `${path} has changed since you last read it, and nothing was done. Read it again.`;
  assert.equal(await folder.refusal('edit', change('a', 'one', 'x')), refusal);
  folder.reopen();
  assert.equal(await folder.refusal('edit', change('a', 'one', 'x')), refusal);
  await folder.ok('read', { path });
  await folder.ok('edit', change('a', 'one', 'x'));
  await folder.ok('edit', change('a', 'TWO', 'y'));
  writeFileSync(path, 'x\ny\n');
  await folder.ok('edit', change('a', 'x', 'z'));
  const large = folder.write('large', `${'x\n'.repeat(1024 * 1024)}end\n`);
  utimesSync(large, 0, 0);
  await folder.ok('read', { path: large, limit: 1 });
  writeFileSync(large, `${'x\n'.repeat(1024 * 1024)}END\n`);
  assert.match(await folder.refusal('edit', change('large', 'END', 'x')), /has changed/);
});

test('promise 17: what was redacted is not written back, and its secret stays', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', `NAME=one\nGITHUB_TOKEN=${secret}\n`);
  const line = (await folder.ok('read', { path })).split('\n')[2]?.split('\t')[1] ?? '';
  assert.match(line, /REDACTED/);
  for (const edit of [change('a', line, 'x'), change('a', 'one', line)])
    assert.match(
      await folder.refusal('edit', edit),
      /stands for a secret that you were not shown; nothing was changed/,
    );
  await folder.ok('edit', change('a', 'one', 'two'));
  assert.equal(readFileSync(path, 'utf8'), `NAME=two\nGITHUB_TOKEN=${secret}\n`);
});

test('edits of one step that are made together all happen', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', '0 1 2 3 4 5 6 7 8 9');
  await Promise.all(Array.from('0123456789', (digit) => folder.ok('edit', change('a', digit, `<${digit}>`))));
  assert.equal(readFileSync(path, 'utf8'), '<0> <1> <2> <3> <4> <5> <6> <7> <8> <9>');
});

test('records of old edits go, with what an interrupted one left', async (t) => {
  const folder = new TestFolder(t);
  folder.write('a', 'x0');
  const records = join(folder.state, 'edits');
  mkdirSync(records, { recursive: true });
  const draft = folder.write('left.draft', 'left');
  const record = { path: folder.path('b'), draft, before: null, after: 'x', answer: '' };
  writeFileSync(join(records, 'old.begun'), JSON.stringify(record));
  utimesSync(join(records, 'old.begun'), 0, 0);
  for (let at = 0; at < 248; at += 1) writeFileSync(join(records, `${at}.done`), JSON.stringify(record));
  await folder.ok('edit', change('a', 'x0', 'x1'));
  assert.equal(readdirSync(records).length, 250);
  await folder.ok('edit', change('a', 'x1', 'x2'));
  assert.equal(readdirSync(records).length, 201);
  assert.deepEqual(readdirSync(folder.folder), ['a']);
});
