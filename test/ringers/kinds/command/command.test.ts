import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../../src/base/remove-folder.ts';
import { validate } from '../../../../src/base/validate.ts';
import { commandRinger } from '../../../../src/ringers/kinds/command/command.ts';
import type { Ring } from '../../../../src/ringers/ringer.ts';
import { isAlive, until } from '../../../cli/cli-home.ts';

const ring: Ring = {
  id: 'ring_0123456789ab',
  session: 'shop:1',
  text: 'the text\nof the ring',
  notifications: [],
  createdAt: 0,
  attempts: 0,
};
const { signal } = new AbortController();
const run = (command: string, { timeout = 20, ring: one = ring, until: end = signal } = {}) =>
  commandRinger.ring(validate(commandRinger.schema, { command, timeout }), one, end);

test('the command reads the text, and knows the ring and the session', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-command-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'told');
  assert.deepEqual(await run(`{ echo "$RINGBACK_RING_ID $RINGBACK_SESSION"; cat; } > ${file}`), {
    outcome: 'admitted',
  });
  assert.equal(readFileSync(file, 'utf8'), `ring_0123456789ab shop:1\n${ring.text}`);
});

test('the exit code says what became of it', async () => {
  const refused = (isPermanent: boolean, reason: string) => ({ outcome: 'refused', reason, isPermanent });
  assert.deepEqual(await run('exit 75'), refused(false, 'the command ended with 75'));
  assert.deepEqual(
    await run('echo it is wrong >&2; exit 3'),
    refused(true, 'the command ended with 3: it is wrong'),
  );
  assert.equal((await run('no-such-program-here')).outcome, 'refused');
  assert.deepEqual(await run('kill -9 $$'), {
    outcome: 'unknown',
    reason: 'the command was ended by SIGKILL',
  });
});

test('one that does not read is not waited for, and a large text does no harm', async () => {
  const large = { ...ring, text: 'x'.repeat(1_000_000) };
  assert.equal((await run('true', { ring: large })).outcome, 'admitted');
  assert.equal((await run('test $(wc -c) = 1000000', { ring: large })).outcome, 'admitted');
});

test('one that leaves something in the background has ended all the same', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-command-'));
  t.after(() => removeFolder(folder));
  const { outcome } = await run(`sleep 1000 & echo $! > ${folder}/pid; exit 0`);
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  assert.equal(outcome, 'admitted');
});

test('one that takes too long is ended with all that it started, and may have done its work', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-command-'));
  t.after(() => removeFolder(folder));
  const rung = await run(`sleep 60 & echo $! > ${folder}/pid; wait`, { timeout: 1 });
  assert.deepEqual(rung, { outcome: 'unknown', reason: 'the command took longer than 1 s and was ended' });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await until(() => !isAlive(pid), 'the end of what it started');
});

test('one that is called off is ended', async () => {
  const off = new AbortController();
  const running = run('exec sleep 60', { until: off.signal });
  off.abort();
  assert.equal((await running).outcome, 'unknown');
});
