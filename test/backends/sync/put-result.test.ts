import assert from 'node:assert/strict';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { putResult } from '../../../src/backends/sync/put-result.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

test('issue 11.23: what comes back honours the umask', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'ringback-put-'));
  t.after(() => removeFolder(root));
  const before = process.umask(0o027);
  t.after(() => process.umask(before));
  async function* body() {
    yield Buffer.from('x');
  }
  const entry = {
    path: 'open',
    kind: 'file' as const,
    mode: 0o777,
    size: 1,
    mtimeMs: 1,
    target: '',
    body: body(),
  };
  assert.equal(await putResult(root, entry, { sentAt: 0, overwrite: true }), undefined);
  assert.equal(statSync(join(root, 'open')).mode & 0o777, 0o750);
});
