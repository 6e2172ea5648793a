/** `npm run release`, in a clone where nothing is lost. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'ringback-release-test-'));
const clone = join(folder, 'clone');
after(() => removeFolder(folder));

const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
const git = (...args: string[]) =>
  execFileSync('git', [...author, ...args], { cwd: clone, encoding: 'utf8' });

/** Stands for a cross compiler: what it makes says that it is for the other architecture, and is never run. */
const [machine, number] = process.arch === 'x64' ? ['aarch64', '\\267'] : ['x86_64', '\\076'];
const CROSS = `#!/bin/sh
cc "$@" || exit
while [ $# -gt 1 ]; do
  case "$1 $2" in
    *.o) ;;
    "-o "*) printf '${number}' | dd of="$2" bs=1 seek=18 conv=notrunc 2>/dev/null ;;
  esac
  shift
done
`;

function release(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'release', '--', ...words], {
    cwd: clone,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      GIT_AUTHOR_NAME: 'test',
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
    },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const list = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const skip = list.status !== 0 && 'this tree is no git repository';

test('issue 10.5: a release is one command, and refuses what is not ready', { skip }, async (t) => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', `${machine}-linux-gnu-gcc`), CROSS);
  chmodSync(join(folder, 'bin', `${machine}-linux-gnu-gcc`), 0o755);
  // The tree as it is here, not as it was committed last.
  for (const name of list.stdout.split('\n').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(root, name), join(clone, name));
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  git('init', '--quiet');
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  const changes = '# Changes\n\n## 7.8.9 (not released)\n\n- Something.\n';
  writeFileSync(join(clone, 'CHANGELOG.md'), changes);
  git('add', '--all');
  git('commit', '--quiet', '--message=Before');
  const before = git('rev-parse', 'HEAD');

  await t.test('what is not ready', () => {
    const refused = (what: RegExp, ...words: string[]) => {
      const { status, said } = release(...words);
      assert.equal(status, 1, said);
      assert.match(said, what);
    };
    refused(/usage: npm run release -- VERSION/);
    refused(/v1 is not a version/, 'v1');
    refused(/0\.0\.9 is older than/, '0.0.9');
    git('tag', 'v7.0.0');
    refused(/7\.0\.0 was released before/, '7.0.0', '--tested');
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changes\n\n## 0.1.0 (2026-01-01)\n');
    refused(/the tree is not clean; commit or remove:\n M CHANGELOG\.md/, '7.8.9', '--tested');
    git('commit', '--all', '--quiet', '--message=Nothing to tell');
    refused(/CHANGELOG\.md says nothing of this release/, '7.8.9', '--tested');
    git('reset', '--hard', '--quiet', before.trim());
  });

  await t.test('a dry run packs, installs and runs it, and leaves everything as it was', () => {
    const { status, said } = release('7.8.9', '--tested', '--dry-run');
    assert.equal(status, 0, said);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', 'HEAD'), before);
    assert.equal(git('tag'), 'v7.0.0\n');
    assert.ok(!existsSync(join(clone, 'ringback-7.8.9.tgz')));
  });

  await t.test('a release is committed, tagged and packed, and says how to publish it', () => {
    const { status, said } = release('7.8.9', '--tested');
    assert.equal(status, 0, said);
    assert.match(said, /\n {2}git push origin HEAD v7\.8\.9\n {2}npm publish \/.*\/ringback-7\.8\.9\.tgz\n$/);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('log', '-1', '--format=%s', 'v7.8.9'), 'Release 7.8.9\n');
    const day = new Date().toISOString().slice(0, 10);
    assert.equal(
      readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'),
      changes.replace('(not released)', `(${day})`),
    );
    for (const name of ['package.json', 'plugins/claude-code/.claude-plugin/plugin.json'])
      assert.equal(JSON.parse(readFileSync(join(clone, name), 'utf8')).version, '7.8.9', name);
    assert.match(
      readFileSync(join(clone, 'clients/python/pyproject.toml'), 'utf8'),
      /^version = "7\.8\.9"$/m,
    );
    const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'));
    assert.deepEqual([lock.version, lock.packages[''].version], ['7.8.9', '7.8.9']);
    assert.match(readFileSync(join(clone, 'README.md'), 'utf8'), /install -g \.\/ringback-7\.8\.9\.tgz/);
    const packed = execFileSync('tar', ['tzf', 'ringback-7.8.9.tgz'], { cwd: clone, encoding: 'utf8' });
    for (const name of ['x64/ringback-keeper', 'arm64/ringback-keeper', 'SHA256SUMS'])
      assert.ok(packed.includes(`package/keeper/prebuilt/${name}\n`), name);
  });
});
