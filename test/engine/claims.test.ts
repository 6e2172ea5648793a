import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { removeClaimLater } from '../../src/engine/claims.ts';
import { claimKeep } from '../../src/keeper/keep.ts';
import { until } from './test-home.ts';

test('a claimed keep goes after a minute, where its keeper would have lived first', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-claims-'));
  t.after(() => removeFolder(home));
  const keep = join(home, 'processes', 'proc_0123456789ab');
  mkdirSync(keep, { recursive: true });
  claimKeep(keep);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const removed: [string, boolean][] = [];
  const host = { remove: async (id: string) => void removed.push([id, existsSync(keep)]) };
  removeClaimLater({ home, closing: new AbortController().signal }, 'proc_0123456789ab', host);
  t.mock.timers.tick(59_000);
  assert.ok(existsSync(keep));
  t.mock.timers.tick(1_000);
  t.mock.timers.reset();
  await until(() => !existsSync(keep), 'the end of the claim');
  assert.deepEqual(removed, [['proc_0123456789ab', true]]);
});
