import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { readConfigFile, replaceConfigFile } from '../../../src/mcp/install/config-file.ts';
import { install, remove } from '../../../src/mcp/install/install.ts';
import { clientNamed, Desk } from './desk.ts';

const gemini = clientNamed('gemini');
const FILE = 'user/.gemini/settings.json';

test('a missing file and its folders are made, for nobody else to read', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const { change, backup } = install(gemini, desk.wish());
  assert.deepEqual([change, backup], ['written', null]);
  assert.equal(statSync(desk.path(FILE)).mode & 0o777, 0o600);
  assert.equal(install(gemini, desk.wish()).change, 'none');
});

test('the file as it was before the first change is kept, and no later one', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  desk.write(FILE, '{"a": 1}');
  assert.equal(install(gemini, desk.wish()).backup, desk.path(`${FILE}.ringback-backup`));
  assert.equal(remove(gemini, desk.wish()).backup, null);
  assert.equal(install(gemini, desk.wish()).backup, null);
  assert.equal(desk.read(`${FILE}.ringback-backup`), '{"a": 1}');
  assert.deepEqual(readdirSync(dirname(desk.path(FILE))).sort(), [
    'settings.json',
    'settings.json.ringback-backup',
  ]);
});

test('mode and byte order mark stay', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  desk.write(FILE, '\uFEFF{"a": 1}');
  chmodSync(desk.path(FILE), 0o666);
  install(gemini, desk.wish());
  assert.equal(statSync(desk.path(FILE)).mode & 0o777, 0o666);
  assert.match(desk.read(FILE), /^\uFEFF\{"a": 1, "mcpServers"/);
  remove(gemini, desk.wish());
  assert.equal(desk.read(FILE), '\uFEFF{"a": 1}');
});

test('a link stays a link, and what it points to is written, even if it was not there yet', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  mkdirSync(desk.path('user/.gemini'));
  symlinkSync('../dotfiles/link.json', desk.path(FILE));
  mkdirSync(desk.path('user/dotfiles'));
  symlinkSync('deep/gemini.json', desk.path('user/dotfiles/link.json'));
  install(gemini, desk.wish());
  assert.ok(lstatSync(desk.path(FILE)).isSymbolicLink());
  assert.match(desk.read('user/dotfiles/deep/gemini.json'), /ringback/);
});

test('a file that cannot or must not be edited is left alone, with a reason', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const path = desk.write(FILE, '{"a": 1}');
  chmodSync(path, 0o444);
  assert.throws(() => install(gemini, desk.wish()), /is read-only; it was not changed/);
  chmodSync(path, 0o644);
  for (const content of ['{"a": ', '[]', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
    desk.write(FILE, content);
    assert.throws(() => install(gemini, desk.wish()), new RegExp(`${path}.*(not valid JSON|not UTF-8)`));
    assert.throws(() => remove(gemini, desk.wish()), new RegExp(`${path}.*(not valid JSON|not UTF-8)`));
    assert.deepEqual(readFileSync(path), Buffer.from(content));
  }
  assert.deepEqual(readdirSync(dirname(path)), ['settings.json']);
});

test('a folder and a circle of links in its place are named as such', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  mkdirSync(desk.path(FILE), { recursive: true });
  assert.throws(() => install(gemini, desk.wish()), /cannot be edited: it is a folder/);
  const cursor = clientNamed('cursor');
  mkdirSync(desk.path('user/.cursor'));
  symlinkSync('mcp.json', desk.path('user/.cursor/mcp.json'));
  assert.throws(() => install(cursor, desk.wish()), /loop of symbolic links/);
});

test('what somebody else wrote in the meantime is not overwritten', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const path = desk.write(FILE, '{"a": 1}');
  const file = readConfigFile(path);
  writeFileSync(path, '{"a": 2}');
  assert.deepEqual(replaceConfigFile(file, '{"a": 1, "b": 1}', { newMode: 0o600, keepsBackup: true }), {
    type: 'stale',
  });
  assert.equal(desk.read(FILE), '{"a": 2}');
  assert.deepEqual(readdirSync(dirname(path)), ['settings.json']);

  const missing = readConfigFile(desk.path('user/new.json'));
  desk.write('user/new.json', 'theirs');
  assert.deepEqual(replaceConfigFile(missing, 'ours', { newMode: 0o600, keepsBackup: true }), {
    type: 'stale',
  });
});

test('removing where nothing is makes no file', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  assert.equal(remove(gemini, desk.wish()).change, 'none');
  assert.ok(!existsSync(desk.path('user/.gemini')));
});

test('issue 11.23: a link of the repository does not lead out of the project', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const outside = desk.write('user/.bashrc.json', '{}');
  const cursor = clientNamed('cursor');
  for (const place of ['file', 'folder'] as const) {
    const folder = desk.path('project/.cursor');
    if (place === 'file') {
      mkdirSync(folder);
      symlinkSync(outside, `${folder}/mcp.json`);
    } else symlinkSync(dirname(outside), folder);
    assert.throws(() => install(cursor, desk.wish('project')), { message: /is a link out of the project/ });
    assert.equal(desk.read('user/.bashrc.json'), '{}');
    assert.equal(existsSync(desk.path('user/mcp.json')), false);
    removeFolder(folder);
  }
  assert.equal(install(cursor, desk.wish('project')).change, 'written');
});
