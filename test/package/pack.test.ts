import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('the packed package works where it is installed, without its sources and without other packages', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-pack-'));
  const home = join(folder, 'home');
  const env = { ...process.env, RINGBACK_HOME: home, RINGBACK_NODE: process.execPath };
  const npm = (...words: string[]) =>
    execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder)) as [
    { filename: string; files: { path: string }[] },
  ];
  npm(
    'install',
    '--prefix',
    folder,
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    join(folder, packed.filename),
  );
  const installed = join(folder, 'node_modules/ringback');
  const ringback = join(folder, 'node_modules/.bin/ringback');
  context.after(() => {
    spawnSync(ringback, ['daemon', 'stop'], { env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  const paths = packed.files.map((file) => file.path);
  assert.deepEqual(
    paths.filter((path) => /^(src|test|scripts|bench)\//.test(path)),
    [],
  );
  // What `prepack` adds for a release.
  const prebuilt = join(installed, 'keeper/prebuilt', process.arch, 'ringback-keeper');
  mkdirSync(dirname(prebuilt), { recursive: true });
  cpSync(join(root, 'keeper/build/ringback-keeper'), prebuilt);
  const hash = createHash('sha256').update(readFileSync(prebuilt)).digest('hex');
  writeFileSync(join(installed, 'keeper/prebuilt/SHA256SUMS'), `${hash}  ${process.arch}/ringback-keeper\n`);

  const ran = spawnSync(ringback, ['run', '--wait', '--', 'echo packaged; exit 3'], {
    env,
    encoding: 'utf8',
  });
  assert.equal(ran.stdout, 'packaged\n');
  assert.equal(ran.status, 3);

  const library = `import { openRingback } from 'ringback'; await using r = await openRingback(); console.log((await r.client.list()).processes.length)`;
  const used = spawnSync(process.execPath, ['--input-type=module', '-e', library], {
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(used.stdout, '1\n', used.stderr);
});
