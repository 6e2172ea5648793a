/** Where a session stands, from one command to the next. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { RingbackError } from '../../../src/base/errors.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { preparePrivateFolder } from '../../../src/tools/shell/private-folder.ts';
import { Desk } from './shell-desk.ts';

const bash = '/bin/bash';

test('two sessions stand apart', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr; export A=1');
  const other = await desk.run('pwd; echo "[$A]"', { session: 'two' });
  assert.equal(other.out, `${desk.work}\n[]\n`);
  assert.equal((await desk.run('pwd; echo "[$A]"')).out, '/usr\n[1]\n');
});

test('a new daemon finds every session where it was', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr; export A=1; unset PAGER');
  desk.reopen();
  assert.equal((await desk.run('pwd; echo "$A [$PAGER]"')).out, '/usr\n1 []\n');
});

test('a command that ended while its daemon was away still moves its session', async (context) => {
  const desk = new Desk(context, bash);
  const request = desk.request();
  const { wrapper } = await desk.shells.prepare(request);
  desk.reopen();
  assert.match(wrapper, new RegExp(request.processId));
  writeFileSync(join(desk.private, `${request.processId}.end`), 'A=1\0RINGBACK_CWD=/usr\0');
  assert.deepEqual(await desk.shells.settle('one', request.processId), { cwd: '/usr' });
});

test('two commands at once do not undo each other', async (context) => {
  const desk = new Desk(context, bash);
  const slow = desk.run('until [ -e go ]; do sleep 0.02; done; export SLOW=1');
  while (!readdirSync(desk.private).some((name) => name.endsWith('.end'))) await new Promise(setImmediate);
  await desk.run('export QUICK=1; cd /usr');
  writeFileSync(join(desk.work, 'go'), '');
  assert.equal((await slow).cwd, undefined);
  assert.equal((await desk.run('pwd; echo $QUICK$SLOW')).out, '/usr\n11\n');
});

test('a folder that vanished falls back to the nearest one around it, and says so once', async (context) => {
  const desk = new Desk(context, bash);
  mkdirSync(join(desk.work, 'a/b/c'), { recursive: true });
  await desk.run('cd a/b/c');
  removeFolder(join(desk.work, 'a/b'));
  const { out, notes } = await desk.run('pwd');
  assert.equal(out, `${join(desk.work, 'a')}\n`);
  assert.match(notes.join(), /a\/b\/c no longer exists; this session continues in .*\/work\/a\./);
  assert.deepEqual((await desk.run('pwd')).notes, []);
  const begun = await desk.run('pwd', { session: 'two', callerWorkdir: join(desk.work, 'nope/deep') });
  assert.equal(begun.out, `${desk.work}\n`);
  assert.equal(begun.notes.length, 1);
});

test('a workdir is relative to the session, may begin with ~, and must exist', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr');
  assert.equal((await desk.run('pwd', { workdir: 'lib' })).out, '/usr/lib\n');
  assert.equal((await desk.run('pwd', { workdir: '~' })).out, `${desk.user}\n`);
  await assert.rejects(desk.run('pwd', { workdir: '~/nope' }), (error: unknown) => {
    return (
      error instanceof RingbackError &&
      error.code === 'no_folder' &&
      error.message.includes(`${desk.user}/nope`)
    );
  });
});

test('a moved session takes its folder along; one that is there already keeps its own', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr');
  await desk.run('cd /bin', { session: 'own' });
  desk.shells.moveSession('one', 'new');
  assert.equal((await desk.run('pwd', { session: 'new' })).out, '/usr\n');
  assert.equal((await desk.run('pwd')).out, `${desk.work}\n`);
  desk.shells.moveSession('new', 'own');
  assert.equal((await desk.run('pwd', { session: 'own' })).out, '/bin\n');
});

test('an absurd environment is not taken over, and the session hears of it', async (context) => {
  const desk = new Desk(context, bash);
  const { cwd } = await desk.run('cd /usr; for i in {1..12}; do export "BIG$i=$(printf %0100000d 0)"; done');
  assert.equal(cwd, undefined);
  assert.match((await desk.run('pwd')).notes.join(), /too large \(\d+ bytes/);
});

test('garbage in the files is as if they were not there', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr');
  const [file = ''] = readdirSync(desk.private);
  const path = join(desk.private, file);
  const good = JSON.parse(readFileSync(path, 'utf8'));
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '\xff\0',
    JSON.stringify({ ...good, set: { A: 1 } }),
    '{"session":"one"}',
  ]) {
    writeFileSync(path, text);
    desk.reopen();
    assert.equal((await desk.run('pwd')).out, `${desk.work}\n`, text);
  }
  writeFileSync(path, JSON.stringify({ ...good, cwd: 'relative', set: { 'A=B': 'x', C: 'a\0b', D: '1' } }));
  desk.reopen();
  assert.equal((await desk.run('pwd; echo $D')).out, `${desk.work}\n1\n`);
  for (const text of ['', 'A=1', '=\0\0=', 'RINGBACK_CWD=usr\0', 'RINGBACK_CWD=/usr', 'A=1\0RINGBACK_C']) {
    const { processId } = await requestOf(desk);
    writeFileSync(join(desk.private, `${processId}.end`), text);
    assert.deepEqual(await desk.shells.settle('one', processId), {}, text);
  }
  assert.deepEqual(await desk.shells.settle('one', '../../etc/passwd'), {});
});

test('what is kept in memory is bounded, private, and one folder for each home', async (context) => {
  const desk = new Desk(context, bash);
  for (let at = 0; at < 510; at++) writeFileSync(join(desk.private, `session-${at}.json`), '{}');
  await desk.run('cd /usr');
  assert.equal(readdirSync(desk.private).length, 500);
  const files = readdirSync(desk.private).map((name) => join(desk.private, name));
  assert.ok(files.some((file) => (statSync(file).mode & 0o777) === 0o600));
  const folder = preparePrivateFolder(desk.home);
  context.after(() => removeFolder(folder));
  assert.equal(preparePrivateFolder(desk.home), folder);
  assert.notEqual(preparePrivateFolder(desk.user), folder);
  removeFolder(preparePrivateFolder(desk.user));
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('issue 11.23: where somebody took the folder in memory, another one there is used, not the disk', (context) => {
  const desk = new Desk(context, bash);
  const folder = preparePrivateFolder(desk.home);
  context.after(() => removeFolder(folder));
  removeFolder(folder);
  const other = preparePrivateFolder(desk.user);
  context.after(() => removeFolder(other));
  symlinkSync(other, folder);
  const instead = preparePrivateFolder(desk.home);
  context.after(() => removeFolder(dirname(instead)));
  assert.match(instead, /^\/dev\/shm\/ringback-\d+-[0-9a-f]{16}\//);
  assert.equal(statSync(instead).mode & 0o777, 0o700);
  rmSync(folder);
  mkdirSync(folder, { mode: 0o755 });
  assert.equal(preparePrivateFolder(desk.home), instead, 'the same again');
});

test('the folder in memory of a home that is gone is removed', (context) => {
  const desk = new Desk(context, bash);
  const mine = preparePrivateFolder(desk.home);
  const gone = preparePrivateFolder(join(desk.root, 'gone'));
  context.after(() => removeFolder(mine));
  desk.reopen({ privateFolder: mine });
  assert.deepEqual([existsSync(mine), existsSync(gone)], [true, false]);
});

test('a private folder that went away is made again', async (context) => {
  const desk = new Desk(context, bash);
  await desk.run('cd /usr');
  renameSync(desk.private, `${desk.private}-gone`);
  assert.equal((await desk.run('pwd; cd /bin')).cwd, '/bin');
});

async function requestOf(desk: Desk) {
  const request = desk.request();
  await desk.shells.prepare(request);
  return request;
}
