import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOut } from '../../../src/backends/remote/find-out.ts';
import type { Hub, Ran } from '../../../src/keeper/hub/hub.ts';

const never = new AbortController().signal;

function answering(ran: Ran): Hub {
  return { run: async () => ran } as unknown as Hub;
}

test('a word that was killed there says nothing of the process', async () => {
  assert.equal(await findOut(answering({ code: 137, output: '' }), '/x/proc_1', true, never), 'look again');
  assert.equal(await findOut(answering({ code: 137, output: '' }), '/x/proc_1', false, never), 'look again');
});

test('a keep that is not there is a loss to who knew of it', async () => {
  const found = await findOut(answering({ code: 1, output: '' }), '/x/proc_1', true, never);
  assert.equal(found !== 'look again' && found.kind, 'lost');
});
