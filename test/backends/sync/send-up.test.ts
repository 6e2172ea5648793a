import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bringDown } from '../../../src/backends/sync/bring-down.ts';
import { ManifestFiles } from '../../../src/backends/sync/manifest-file.ts';
import { type SendUp, sendUp } from '../../../src/backends/sync/send-up.ts';
import { notInstalled } from '../../testbed/not-installed.ts';
import { CountedPlace, fill, tempFolder } from './counted-place.ts';

function scene(t: TestContext, place = new CountedPlace()) {
  const root = tempFolder(t);
  const local = join(root, 'here');
  mkdirSync(local);
  const up: SendUp = {
    place,
    placeKey: 'place',
    local,
    to: join(root, 'there'),
    stamps: join(root, 'stamps'),
    manifests: new ManifestFiles(join(root, 'manifests')),
    list: { ignore: [], git: false, except: '/nowhere' },
    delete: false,
    processId: 'proc_1',
    signal: AbortSignal.timeout(240_000),
    progress() {},
  };
  const sync = () => ({
    local,
    to: up.to,
    stamps: up.stamps,
    down: ['*'],
    overwrite: false,
    downSeconds: 60,
    sentAt: Date.now(),
  });
  const down = () => bringDown(place, 'proc_1', sync(), up.signal);
  return { root, place, up, local, there: up.to, down };
}

/** A place where every program is busybox'. */
function busyboxPlace(t: TestContext): CountedPlace {
  const bin = join(tempFolder(t), 'bin');
  mkdirSync(bin);
  for (const name of ['sh', 'tar', 'find', 'xargs', 'head', 'mkdir', 'cat', 'rm', 'rmdir', 'mv', 'gzip'])
    symlinkSync('/usr/bin/busybox', join(bin, name));
  return new CountedPlace(bin, true);
}

test('10,000 small files go once; then only what changed', async (t) => {
  const { up, place, local, there } = scene(t);
  for (let folder = 0; folder < 100; folder += 1) {
    const files = Array.from({ length: 100 }, (_, n) => [`d${folder}/file-${n}.txt`, `${folder} ${n}`]);
    fill(local, Object.fromEntries(files));
  }
  assert.equal((await sendUp(up)).files, 10_000);
  assert.ok(place.in > 10_000 * 1024, String(place.in));
  assert.equal(readFileSync(join(there, 'd99/file-99.txt'), 'utf8'), '99 99');

  place.in = 0;
  assert.deepEqual(await sendUp(up), { files: 0, bytes: 0, leftOut: [] });
  assert.equal(place.in, 0);
  assert.ok(place.out < 200_000, String(place.out));

  writeFileSync(join(local, 'd7/file-7.txt'), 'changed');
  assert.equal((await sendUp(up)).files, 1);
  assert.ok(place.in <= 2048, String(place.in));
  assert.equal(readFileSync(join(there, 'd7/file-7.txt'), 'utf8'), 'changed');
});

for (const kind of ['the usual tools', 'busybox'] as const) {
  test(`long names, links and large files survive both ways with ${kind}`, {
    skip: kind === 'busybox' && notInstalled('busybox'),
  }, async (t) => {
    const place = kind === 'busybox' ? busyboxPlace(t) : new CountedPlace();
    const { up, local, there, down } = scene(t, place);
    const long = `${'deep/'.repeat(40)}${'ü'.repeat(100)}`;
    const large = Buffer.alloc(20_000_001, 'large ');
    fill(local, { [long]: 'long', 'new\nline': 'n', '-rf': 'dash', ' ': 'space', 'with \'quotes" $x': 'q' });
    writeFileSync(join(local, 'large'), large);
    symlinkSync(long, join(local, 'link'));
    await sendUp(up);
    assert.equal(readFileSync(join(there, long), 'utf8'), 'long');
    assert.equal(readFileSync(join(there, 'link'), 'utf8'), 'long');
    assert.ok(readFileSync(join(there, 'large')).equals(large));
    assert.deepEqual(readdirSync(there).sort(), readdirSync(local).sort());

    fill(there, { [`${long}2`]: 'back', 'again\nline': 'n', '--': 'dash' });
    writeFileSync(join(there, 'large2'), large);
    symlinkSync(`${long}2`, join(there, 'link2'));
    execFileSync('ln', [join(there, 'again\nline'), join(there, 'hard')]);
    const brought = await down();
    assert.deepEqual(brought.refused, []);
    assert.equal(brought.files, 6);
    assert.equal(readFileSync(join(local, 'link2'), 'utf8'), 'back');
    assert.equal(readFileSync(join(local, 'hard'), 'utf8'), 'n');
    assert.ok(readFileSync(join(local, 'large2')).equals(large));
  });
}

test('a place that lies gets nothing written where it must not be', {
  skip: notInstalled('python3'),
}, async (t) => {
  const { root, up, place, local, down } = scene(t);
  fill(local, { a: '' });
  await sendUp(up);
  fill(up.to, { asked: 'x', 'folder/asked': 'x', second: 'x' });
  const evil = join(root, 'evil');
  // What it answers instead: up and out, absolute, a link and then a file through it, something nobody asked for.
  const pack = `
import io, sys, tarfile
out = tarfile.open(fileobj=sys.stdout.buffer, mode='w|', format=tarfile.GNU_FORMAT)
def put(name, text=b'evil', type=tarfile.REGTYPE, link=''):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = type, link
    info.size = len(text) if type == tarfile.REGTYPE else 0
    out.addfile(info, io.BytesIO(text))
put('../evil')
put('folder/../../evil')
put('${evil}')
put('asked', type=tarfile.SYMTYPE, link='${root}')
put('asked/evil')
put('folder', type=tarfile.SYMTYPE, link='${root}')
put('folder/asked', type=tarfile.LNKTYPE, link='../../etc/hostname')
put('a')
put('.git/hooks/post-commit')
put('second', b'fine')
out.close()
`;
  const script = join(root, 'pack.py');
  writeFileSync(script, pack);
  place.instead = (given) =>
    given.includes('tar -cf') ? `printf '%s' "$1"; python3 ${script}; exit 0` : undefined;
  const { files, refused } = await down();
  assert.equal(files, 1);
  assert.equal(readFileSync(join(local, 'second'), 'utf8'), 'fine');
  assert.ok(!existsSync(evil));
  assert.deepEqual(readdirSync(local).sort(), ['a', 'second']);
  assert.equal(readFileSync(join(local, 'a'), 'utf8'), '');
  assert.equal(refused.length, 9, JSON.stringify(refused));
});

test('what is no tar is an error, and leaves nothing half', async (t) => {
  const { up, place, local, down } = scene(t);
  await sendUp(up);
  fill(up.to, { result: 'x' });
  place.instead = (given) =>
    given.includes('tar -cf') ? `printf '%s' "$1"; head -c 5000 /dev/urandom` : undefined;
  await assert.rejects(down(), /archive that came back is incomplete/);
  place.instead = (given) =>
    given.includes('tar -cf') ? `printf '%s' "$1"; cd "$3"; tar -cf - result | head -c 512` : undefined;
  await assert.rejects(down(), /archive that came back is incomplete/);
  assert.deepEqual(readdirSync(local), []);
});

test('noise of a login shell before the answer disturbs nothing', async (t) => {
  const { up, place, local, there } = scene(t);
  fill(local, { a: 'x' });
  place.instead = (script) => `echo Welcome; printf '\\0\\0'; ${script}`;
  await sendUp(up);
  await sendUp(up);
  assert.equal(readFileSync(join(there, 'a'), 'utf8'), 'x');
});

test('a place without tar, and a full disk, say what to do', async (t) => {
  const bin = tempFolder(t);
  symlinkSync('/bin/sh', join(bin, 'sh'));
  const { up, local } = scene(t, new CountedPlace(bin, true));
  fill(local, { a: 'x' });
  await assert.rejects(sendUp(up), /There is no tar there, which is needed to transfer files/);

  const place = new CountedPlace();
  place.instead = (script) => script.replace('tar -xpof -', 'cat >/dev/full');
  await assert.rejects(sendUp({ ...up, place }), /The disk there is full/);
});

test('a file that changes while it is sent is sent again', async (t) => {
  const { up, local, there } = scene(t);
  writeFileSync(join(local, 'grows'), Buffer.alloc(3_000_000, 'a'));
  let isChanged = false;
  const progress = ({ sentBytes }: { sentBytes: number }) => {
    if (isChanged || sentBytes === 0) return;
    isChanged = true;
    writeFileSync(join(local, 'grows'), 'short');
  };
  await sendUp({ ...up, progress });
  assert.ok(isChanged);
  assert.equal(statSync(join(there, 'grows')).size, 3_000_000);
  await sendUp(up);
  assert.equal(readFileSync(join(there, 'grows'), 'utf8'), 'short');
});

test('a file that is away for a moment while a folder is sent is sent the next time', async (t) => {
  const { up, local, there } = scene(t);
  const file = join(local, 'z');
  writeFileSync(join(local, 'a'), Buffer.alloc(3_000_000));
  writeFileSync(file, Buffer.alloc(100_000, '1'));
  await sendUp(up);
  writeFileSync(join(local, 'a'), Buffer.alloc(3_000_001));
  writeFileSync(file, Buffer.alloc(100_000, '2'));
  const progress = () => {
    if (existsSync(file)) renameSync(file, `${local}-away`);
  };
  await sendUp({ ...up, progress });
  renameSync(`${local}-away`, file);
  assert.equal(readFileSync(join(there, 'z'), 'utf8')[0], '1');
  await sendUp(up);
  assert.equal(readFileSync(join(there, 'z'), 'utf8')[0], '2');
});

test('a place that lies about what it has is not asked for what lies outside', async (t) => {
  const { up, place, local, down } = scene(t);
  await sendUp(up);
  fill(up.to, { fine: 'x' });
  place.instead = (given) =>
    given.includes('find . ! -type d -newer')
      ? `printf '%s' "$1"; printf './../evil\\0/evil\\0./a/../../evil\\0./fine\\0./.GIT/config\\0'`
      : undefined;
  const { files, refused } = await down();
  assert.deepEqual([files, refused], [1, []]);
  assert.deepEqual(readdirSync(local), ['fine']);
});
