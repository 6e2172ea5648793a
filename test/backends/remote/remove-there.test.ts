import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeThere } from '../../../src/backends/remote/remove-there.ts';
import { KeeperCommands } from '../../../src/keeper/commands.ts';

test('a keep whose keeper is just leaving is asked for again', async () => {
  const codes = [1, 1, 0];
  const commands = new KeeperCommands(async () => ({ code: codes.shift() ?? 1, output: '' }));
  assert.equal(await removeThere({ commands }, '/x/proc_1', new AbortController().signal), true);
  assert.deepEqual(codes, []);
});
