import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeThere } from '../../../src/backends/remote/remove-there.ts';
import type { Hub } from '../../../src/keeper/hub/hub.ts';

test('a keep whose keeper is just leaving is asked for again', async () => {
  const codes = [1, 1, 0];
  const hub = { run: async () => ({ code: codes.shift() ?? 1, output: '' }) } as unknown as Hub;
  assert.equal(await removeThere(hub, '/x/proc_1', new AbortController().signal), true);
  assert.deepEqual(codes, []);
});
