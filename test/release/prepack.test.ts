import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '../..');
const other =
  process.arch === 'x64' ? { node: 'arm64', machine: 'aarch64' } : { node: 'x64', machine: 'x86_64' };

/** `scripts/prepack.ts` on a machine with a cross compiler that works or not, in a copy of what it needs. */
function prepack(t: TestContext, crossCompiler: string, variables: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-prepack-'));
  t.after(() => removeFolder(folder));
  for (const name of ['scripts/prepack.ts', 'package.json', 'keeper']) {
    const isSource = (path: string) => !/keeper\/(build|prebuilt)(\/|$)/.test(path);
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource });
  }
  const stale = join(folder, 'keeper/prebuilt', other.node, 'ringback-keeper');
  mkdirSync(join(stale, '..'), { recursive: true });
  writeFileSync(stale, 'of another time');
  const compiler = join(folder, 'bin', `${other.machine}-linux-gnu-gcc`);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(compiler, crossCompiler);
  chmodSync(compiler, 0o755);
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/prepack.ts')], {
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...variables },
    encoding: 'utf8',
  });
  const sums = join(folder, 'keeper/prebuilt/SHA256SUMS');
  return {
    status,
    stderr,
    hasOther: existsSync(stale),
    sums: existsSync(sums) ? readFileSync(sums, 'utf8') : '',
  };
}

/** Stands for a cross compiler: what it makes is not looked at here. */
const WORKS = '#!/bin/sh\nexec cc "$@"\n';
const FAILS = '#!/bin/sh\necho "no such header" >&2\nexit 1\n';

test('npm pack builds a keeper for both architectures, with their hashes', (t) => {
  const { status, stderr, hasOther, sums } = prepack(t, WORKS);
  assert.equal(status, 0, stderr);
  assert.ok(hasOther);
  assert.match(sums, /^[0-9a-f]{64} {2}arm64\/ringback-keeper\n[0-9a-f]{64} {2}x64\/ringback-keeper\n$/);
});

test('issue 10.5: without a cross compiler npm pack says which keeper the package lacks, and how to get it', (t) => {
  const { status, stderr, hasOther, sums } = prepack(t, FAILS);
  assert.equal(status, 0, stderr);
  assert.ok(!hasOther, 'nor one of another time');
  assert.match(stderr, new RegExp(`NO KEEPER FOR ${other.node}.*install a cross compiler`, 's'));
  assert.match(sums, new RegExp(`^[0-9a-f]{64} {2}${process.arch}/ringback-keeper\n$`));
});

test('issue 10.5: a release without a keeper for one architecture fails', (t) => {
  const { status, stderr } = prepack(t, FAILS, { RINGBACK_RELEASE: '1' });
  assert.equal(status, 1);
  assert.match(stderr, /a release has keepers for both architectures/);
});
