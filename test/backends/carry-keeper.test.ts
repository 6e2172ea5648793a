import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findCarriedKeepers, staticArchitecture } from '../../src/backends/carried-keeper.ts';
import { carryKeeper } from '../../src/backends/carry-keeper.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { hasBusybox, localPlace, put } from '../testbed/local-place.ts';

const isRoot = process.getuid?.() === 0;
const quick = { withLogin: false };

test('the keeper is sent once, and found the next time in one round trip', async (t) => {
  const place = localPlace(t);
  const { keeper } = await carryKeeper(place, quick);
  assert.equal(place.trips, 2);
  assert.deepEqual(readFileSync(keeper), readFileSync(findKeeperProgram()));
  assert.equal(statSync(keeper).mode & 0o7777, 0o700);
  const folder = join(place.home, '.local/state/ringback-remote');
  for (const path of [folder, dirname(keeper)]) assert.equal(statSync(path).mode & 0o7777, 0o700);
  assert.deepEqual(readdirSync(dirname(keeper)), ['ringback-keeper']);
  const before = statSync(keeper).ino;
  assert.equal((await carryKeeper(place, quick)).keeper, keeper);
  assert.equal(place.trips, 3);
  assert.equal(statSync(keeper).ino, before);
  assert.match((await runToEnd(place, [keeper, 'version'])).stdout, /^protocol=1$/m);
});

test('one that was damaged there is replaced, and others are left alone', async (t) => {
  const place = localPlace(t);
  const { keeper, surroundings } = await carryKeeper(place, quick);
  mkdirSync(join(surroundings.folder, 'older'));
  appendFileSync(keeper, 'x');
  await carryKeeper(place, quick);
  assert.deepEqual(readFileSync(keeper), readFileSync(findKeeperProgram()));
  assert.ok(readdirSync(surroundings.folder).includes('older'));
});

test('busybox will do', { skip: !hasBusybox && 'busybox is missing' }, async (t) => {
  const place = localPlace(t, { withBusybox: true });
  const { keeper } = await carryKeeper(place, quick);
  await carryKeeper(place, quick);
  assert.equal(place.trips, 3);
  assert.deepEqual(readFileSync(keeper), readFileSync(findKeeperProgram()));
});

test('where nothing can tell a hash it is sent again', async (t) => {
  const place = localPlace(t);
  put(place.bin, 'sha256sum', '#!/bin/sh\nexit 1\n');
  await carryKeeper(place, quick);
  await carryKeeper(place, quick);
  assert.equal(place.trips, 4);
});

test('a folder with odd characters in its name is fine', async (t) => {
  const place = localPlace(t);
  const folder = join(place.root, `it's a "$HOME" *\né`);
  const { keeper } = await carryKeeper(place, { ...quick, folder });
  assert.ok(keeper.startsWith(`${folder}/`));
  await carryKeeper(place, { ...quick, folder });
  assert.equal(place.trips, 3);
});

test('a folder that is not safe is refused, and it is said what to do', async (t) => {
  const place = localPlace(t);
  const folder = join(place.root, 'unsafe');
  const carry = () => carryKeeper(place, { ...quick, folder });
  const refused = (message: RegExp, hint = /"folder"/) => ({ code: 'home_unsafe', message, hint });

  mkdirSync(join(place.root, 'elsewhere'), { mode: 0o700 });
  symlinkSync('elsewhere', folder);
  await assert.rejects(carry(), refused(/unsafe there is a link, which is not followed\.$/));
  renameSync(folder, join(place.root, 'was-link'));
  symlinkSync('nowhere', folder);
  await assert.rejects(carry(), refused(/unsafe there is a link/));
  renameSync(folder, join(place.root, 'was-dangling'));

  writeFileSync(folder, '');
  await assert.rejects(carry(), refused(/unsafe there is not a folder\.$/));
  renameSync(folder, join(place.root, 'was-file'));

  mkdirSync(folder);
  for (const mode of [0o770, 0o707, 0o1777]) {
    chmodSync(folder, mode);
    await assert.rejects(carry(), refused(/unsafe there may be written by others\.$/, /chmod go-w/));
  }
  chmodSync(folder, 0o755);
  const { keeper } = await carry();

  chmodSync(dirname(keeper), 0o770);
  await assert.rejects(carry(), refused(/unsafe\/[0-9a-f]{64} there may be written by others/));
  chmodSync(dirname(keeper), 0o700);
  renameSync(dirname(keeper), join(place.root, 'moved'));
  symlinkSync('../moved', dirname(keeper));
  await assert.rejects(carry(), refused(/unsafe\/[0-9a-f]{64} there is a link/));
  assert.equal(place.trips, 10);
});

test('a keeper that is a link there is replaced, not followed', async (t) => {
  const place = localPlace(t);
  const { keeper } = await carryKeeper(place, quick);
  renameSync(keeper, join(place.root, 'evil'));
  symlinkSync(join(place.root, 'evil'), keeper);
  await carryKeeper(place, quick);
  assert.equal(place.trips, 4);
  assert.ok(statSync(keeper).ino !== statSync(join(place.root, 'evil')).ino);
});

test('a folder of another user is refused', { skip: !isRoot && 'needs root' }, async (t) => {
  const place = localPlace(t);
  const folder = join(place.root, 'foreign');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12345, 12345);
  await assert.rejects(carryKeeper(place, { ...quick, folder }), {
    message: /foreign there belongs to another user\.$/,
  });
});

test('a folder that cannot be made is an error with the reason', async (t) => {
  const place = localPlace(t, { env: { HOME: '/proc/nowhere' } });
  await assert.rejects(carryKeeper(place, quick), {
    code: 'home_unsafe',
    message: /^The keeper cannot be put into \/proc\/nowhere\/.*: mkdir: /,
    hint: /"folder"/,
  });
});

test('a mount without programs is an error that names it', {
  skip: !isRoot && 'needs root',
}, async (t) => {
  const place = localPlace(t);
  const folder = join(place.root, 'mounted');
  mkdirSync(folder);
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'noexec,mode=700', 'tmpfs', folder]).status === 0;
  if (!isMounted) return t.skip('nothing can be mounted here');
  try {
    await assert.rejects(carryKeeper(place, { ...quick, folder }), {
      code: 'no_keeper',
      message: /^Programs may not be run from .*mounted there: it is mounted with noexec/,
      hint: /"folder"/,
    });
  } finally {
    spawnSync('umount', [folder]);
  }
});

test('another architecture, another system and a missing keeper are told apart', async (t) => {
  const place = localPlace(t);
  const machine = (kind: string, system = 'Linux') =>
    put(
      place.bin,
      'uname',
      `#!/bin/sh\ncase $1 in -m) echo ${kind};; -s) echo ${system};; *) echo 9;; esac\n`,
    );
  machine('riscv64');
  await assert.rejects(carryKeeper(place, quick), { message: /made for Linux on x64 and arm64.*on riscv64/ });
  machine('arm64', 'Darwin');
  await assert.rejects(carryKeeper(place, quick), { message: /this is Darwin on arm64/ });
  machine('x86_64');
  await assert.rejects(carryKeeper(place, { ...quick, keepers: {} }), {
    code: 'no_keeper',
    message: 'This installation has no static keeper for x64.',
    hint: /^Build it with: npm --prefix \/.* run keeper:all \(as any user; /,
  });
});

test('a keeper that does not run there is an error with what it said', async (t) => {
  const place = localPlace(t);
  const bytes = Buffer.from('#!/bin/sh\necho "FATAL: kernel too old"; exit 139\n');
  const broken = { architecture: 'x64', hash: '0'.repeat(64), bytes } as const;
  put(place.bin, 'sha256sum', '#!/bin/sh\nexit 1\n');
  put(place.bin, 'uname', '#!/bin/sh\ncase $1 in -m) echo x86_64;; -s) echo Linux;; *) echo 2.6.9;; esac\n');
  await assert.rejects(carryKeeper(place, { ...quick, keepers: { x64: broken } }), {
    message:
      'The keeper does not run there (x86_64, Linux 2.6.9): it ended with 139, after: FATAL: kernel too old.',
  });
});

test('what arrives damaged is not used', async (t) => {
  const place = localPlace(t);
  const ours = findCarriedKeepers().x64 ?? findCarriedKeepers().arm64;
  assert.ok(ours);
  const bytes = Buffer.from(ours.bytes).map((byte, at) => (at === 500 ? byte ^ 1 : byte));
  const keepers = { [ours.architecture]: { ...ours, bytes } };
  await assert.rejects(carryKeeper(place, { ...quick, keepers }), { message: /did not arrive whole/ });
  assert.deepEqual(readdirSync(join(place.home, '.local/state/ringback-remote', ours.hash)), []);
});

test('only static programs of a known architecture are carried', () => {
  assert.equal(staticArchitecture(readFileSync('/bin/ls')), undefined);
  assert.equal(staticArchitecture(Buffer.from('#!/bin/sh\n')), undefined);
  assert.equal(staticArchitecture(Buffer.alloc(0)), undefined);
});
