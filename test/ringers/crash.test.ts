import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { bundle } from '../bundle.ts';
import { FaultHome } from '../faults/support/home.ts';

const programs = mkdtempSync(join(tmpdir(), 'ringback-crash-'));
const host = join(programs, 'host.mjs');
before(() => bundle(join(import.meta.dirname, 'fixtures/host.ts'), host));
after(() => removeFolder(programs));

/** Lets a host live until the failpoint kills it, or nothing is left to do. */
async function live(folder: string, idempotent: string, failpoint = ''): Promise<void> {
  const env = {
    ...process.env,
    RINGBACK_KEEPER: findKeeperProgram(),
    ...(failpoint !== '' && { RINGBACK_ENGINE_FAILPOINT: failpoint }),
  };
  const args = ['--disable-warning=ExperimentalWarning', host, folder, idempotent];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  assert.deepEqual([code, signal], failpoint === '' ? [0, null] : [null, 'SIGKILL']);
}

/** Killed at each of these in turn, and then left in peace: how many turns the agent has taken. */
async function countTurns(
  t: TestContext,
  idempotent: string,
  failpoints: readonly string[],
): Promise<number> {
  const { folder } = new FaultHome(t);
  for (const failpoint of failpoints) await live(folder, idempotent, failpoint);
  await live(folder, idempotent);
  await live(folder, idempotent);
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  const tries = lines('tries').map((line) => JSON.parse(line) as [string, string, number]);
  const [id, text] = tries[0] ?? [];
  for (const one of tries) assert.deepEqual(one.slice(0, 2), [id, text], 'the same id and text at every try');
  return lines('agent').length;
}

const points = ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted'];

for (const idempotent of ['native', 'reconcile']) {
  for (const point of points)
    test(`promise 13: ${idempotent}, killed at ${point}: exactly one turn`, async (t) => {
      assert.equal(await countTurns(t, idempotent, [point]), 1);
    });
}

test('promise 13: killed again and again, and still exactly one turn', async (t) => {
  // The second life of one that can look finds it there.
  assert.equal(await countTurns(t, 'native', [...points, 'ring:after-ring']), 1);
  assert.equal(
    await countTurns(t, 'reconcile', ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted']),
    1,
  );
});

test('promise 13: none, killed before the ring: one turn; after it: another one, never none', async (t) => {
  const turns: number[] = [];
  for (const point of points) turns.push(await countTurns(t, 'none', [point]));
  assert.deepEqual(turns, [1, 2, 2]);
});
