import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder, removeFolderAsync } from '../../src/base/remove-folder.ts';

const top = mkdtempSync(join(tmpdir(), 'ringback-remove-'));

test('removes what is there, and is content where nothing is', () => {
  mkdirSync(join(top, 'a/b'), { recursive: true });
  writeFileSync(join(top, 'a/b/file'), '');
  removeFolder(join(top, 'a'));
  removeFolder(join(top, 'a'));
  assert.equal(existsSync(join(top, 'a')), false);
});

for (const remove of [removeFolder, removeFolderAsync]) {
  test(`${remove.name} removes all though somebody else removes files of it at the same moment`, async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = join(top, String(round));
      mkdirSync(folder);
      for (let number = 0; number < 300; number += 1) writeFileSync(join(folder, `file-${number}`), '');
      const other = spawn('sh', ['-c', 'echo now; rm -f "$0"/file-*', folder]);
      const ended = once(other, 'exit');
      await once(other.stdout, 'data');
      await remove(folder);
      assert.equal(existsSync(folder), false);
      await ended;
    }
  });
}

after(() => removeFolder(top));
