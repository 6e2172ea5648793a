import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOut } from '../../../src/backends/remote/find-out.ts';
import { KeeperCommands, type Ran } from '../../../src/keeper/commands.ts';

const never = new AbortController().signal;

function answering(ran: Ran) {
  return { commands: new KeeperCommands(async () => ran) };
}

test('a word that was killed there says nothing of the process', async () => {
  assert.equal(await findOut(answering({ code: 137, output: '' }), '/x/proc_1', true, never), 'look again');
  assert.equal(await findOut(answering({ code: 137, output: '' }), '/x/proc_1', false, never), 'look again');
});

test('a keep that is not there is a loss to who knew of it', async () => {
  const found = await findOut(answering({ code: 1, output: '' }), '/x/proc_1', true, never);
  assert.equal(found !== 'look again' && found.kind, 'lost');
});
