import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { openHome } from '../../src/home/open.ts';

test('a home of which a part cannot be opened is not held', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-open-'));
  t.after(() => removeFolder(home));
  const config = {
    ...defaultConfig,
    get ringers(): never {
      throw new Error('no ringers today');
    },
  };
  await assert.rejects(openHome({ home, config }), /no ringers today/);
  const again = await openHome({ home });
  await again.close();
});
