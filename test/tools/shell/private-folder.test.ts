import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { preparePrivateFolder, removeOrphans } from '../../../src/tools/shell/private-folder.ts';

test('removes the folders of homes that are gone, and none that is just being made', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-private-'));
  const folder = preparePrivateFolder(home);
  t.after(() => removeFolder(home));
  t.after(() => removeFolder(folder));
  const siblings = { orphan: `${home}-gone`, ours: home, empty: '' };
  for (const [name, owner] of Object.entries(siblings)) {
    mkdirSync(`${folder}-${name}`, { mode: 0o700 });
    writeFileSync(join(`${folder}-${name}`, 'home'), owner);
  }
  mkdirSync(`${folder}-new`, { mode: 0o700 });
  removeOrphans(folder);
  const left = ['orphan', 'ours', 'empty', 'new'].filter((name) => existsSync(`${folder}-${name}`));
  for (const name of left) removeFolder(`${folder}-${name}`);
  assert.deepEqual(left, ['ours', 'empty', 'new']);
});
