import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { packWithKeeper } from './pack-with-keeper.ts';

test('the packed package works where it is installed, without its sources and without other packages', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-pack-'));
  const home = join(folder, 'home');
  const env = { ...process.env, RINGBACK_HOME: home, RINGBACK_NODE: process.execPath };
  const installed = join(folder, 'node_modules/ringback');
  const ringback = join(folder, 'node_modules/.bin/ringback');
  context.after(() => {
    spawnSync(ringback, ['daemon', 'stop'], { env });
    removeFolder(folder);
  });
  const { tarball, paths } = packWithKeeper(folder);
  const options = ['--prefix', folder, '--offline', '--ignore-scripts', '--no-audit'];
  execFileSync('npm', ['install', ...options, tarball], { stdio: ['ignore', 'ignore', 'pipe'] });
  assert.deepEqual(
    paths.filter((path) => /^(src|test|scripts|bench)\/|node_modules/.test(path)),
    [],
  );

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

  // Compiling is what is left where no prebuilt keeper fits.
  const built = spawnSync('sh', [join(installed, 'keeper/build.sh')], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
});
