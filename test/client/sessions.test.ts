import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliHome } from '../cli/cli-home.ts';
import { mark, stateOf } from '../daemon/ending-process.ts';

const home = new CliHome(after);
const client = home.client();
const harness = join(import.meta.dirname, 'fixtures/busy-harness.ts');

/** A program that has said that its session is busy, and never says anything else. */
async function startHarness(session: string) {
  const child = spawn(process.execPath, [harness, home.folder, session], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('issue 11.10: a harness that is killed in the middle of its turn blocks no rings', async () => {
  const turns = client.notifications.subscribe('killed');
  const child = await startHarness('killed');
  const marker = await mark(client, 'killed');
  // Longer than its lease: as long as it lives, it is busy.
  await sleep(2_500);
  assert.equal(await stateOf(home, marker), 'pending');
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  assert.equal((await turns.next()).value?.notifications[0]?.id, marker);
  await turns.return();
});

test('issue 11.10: who is busy is busy for the next daemon too', async () => {
  const child = await startHarness('goes on');
  await home.killDaemon();
  await client.health();
  await sleep(1_000);
  const turns = client.notifications.subscribe('goes on');
  const marker = await mark(client, 'goes on');
  const next = turns.next();
  await sleep(500);
  assert.equal(await stateOf(home, marker), 'pending');
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  assert.equal((await next).value?.notifications[0]?.id, marker);
  await turns.return();
});
