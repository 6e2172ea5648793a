import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { fitNode, freshNpmEnv, nodePath, oldNodes, withSkip } from '../testbed/node.ts';

const root = join(import.meta.dirname, '../..');

for (const release of await withSkip([...oldNodes, fitNode])) {
  const { skip } = release;
  test(`issue 10.5: npm ci by Node ${release.node} and npm ${release.npm} warns of nothing`, {
    skip,
  }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-npm-ci-'));
    t.after(() => removeFolder(folder));
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
    const env = { ...freshNpmEnv(), PATH: `${await nodePath(release)}:${process.env.PATH}` };
    const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /EBADENGINE|install-scripts/);
  });
}
