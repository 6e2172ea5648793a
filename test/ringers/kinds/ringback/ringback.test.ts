import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockExclusively } from '../../../../src/base/exclusive-lock.ts';
import { stopDaemon } from '../../../../src/client/stop-daemon.ts';
import { env } from '../../../engine/test-home.ts';
import { KeptHome } from '../../../system/kept-home.ts';
import { until } from '../../../until.ts';

const session_key = 'conv_000000000001';

/** A command of the conversation that ends when the file is there; its id. */
async function startUntil(home: KeptHome, file: string, session = session_key): Promise<string> {
  const command = `while [ ! -e ${join(home.folder, file)} ]; do sleep 0.02; done`;
  const request = { command, workdir: '/tmp', env, session_key: session, notify_on_complete: true };
  return (await home.client(false).start(request)).session_id;
}

async function states(home: KeptHome, session = session_key): Promise<string[]> {
  const history = await home.client(false).notifications.history({ session_key: session });
  return history.map(({ state }) => state);
}

/** As the agent's loop: the ids of the next turn, acknowledged. `then`: what happens once it listens. */
async function listen(home: KeptHome, then: () => unknown): Promise<string[]> {
  const { notifications } = home.client(false);
  const leaving = new AbortController();
  const turns = notifications.subscribe(session_key, { delivery: 'inline', signal: leaving.signal });
  const next = turns.next();
  await then();
  const tooLate = setTimeout(() => leaving.abort(), 20_000);
  const { value } = await next;
  clearTimeout(tooLate);
  const ids = value?.notifications.map(({ id }) => id) ?? [];
  await notifications.acknowledge(ids);
  leaving.abort();
  return ids;
}

test('promise 13: a conversation that sleeps is rung once, whoever was killed meanwhile', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  for (const [i, point] of ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted'].entries()) {
    await startUntil(home, `go-${point}`);
    await stopDaemon(home.folder, home.daemons[0] ?? 0);
    await until(() => home.daemons.length + home.programs.length === 0, 'nobody to be there');
    await home.startDaemon(point);
    writeFileSync(join(home.folder, `go-${point}`), '');
    await until(() => home.daemons.length === 0, `the end of the daemon at ${point}`);
    await home.kill(...home.programs);
    await until(() => home.lines('told').length === i + 1, `the ring after ${point}`);
    await until(
      async () => (await states(home).catch(() => [])).filter((one) => one === 'delivered').length === i + 1,
      'its end in the ledger',
    );
  }
  assert.equal(new Set(home.lines('told')).size, 3);
});

test('promise 12: a conversation in a turn of its own drains by itself, at once, and is not rung too', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const client = home.client(false);
  const busy = join(home.folder, 'busy');
  writeFileSync(busy, '');
  await startUntil(home, 'go-1');
  writeFileSync(join(home.folder, 'go-1'), '');
  await until(() => home.lines('refused').length === 1, 'a ring that is refused');
  const ringer = async () => (await client.ringers.list())[0];
  await until(async () => (await ringer())?.rings.length === 0, 'a ring that is taken back');
  assert.deepEqual([(await ringer())?.kind, (await ringer())?.origin], ['ringback', 'own']);

  // Its turn is over, and it asks.
  rmSync(busy);
  const began = Date.now();
  const [first] = await listen(home, () => {});
  t.diagnostic(`drained after ${Date.now() - began} ms`);
  assert(Date.now() - began < 3_000, 'without waiting for the next ring');

  const end = async (name: string) => {
    await startUntil(home, name);
    writeFileSync(join(home.folder, name), '');
  };
  await end('go-2');
  await until(() => home.lines('told').length === 1, 'a ring for one that does not listen any more');
  // It is rung only while it does not listen, though the ringer was there first.
  const [third] = await listen(home, () => end('go-3'));
  await until(async () => (await states(home)).every((state) => state === 'delivered'), 'the end of all');
  assert.equal((await states(home)).length, 3);
  assert.equal(new Set([first, third, ...home.lines('told')]).size, 3, 'each of them once');
});

test('promise 12: where another program has the conversations nobody is rung, and it hears by itself', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const lock = lockExclusively(join(home.folder, 'echo.db'), () => new Error('taken'));
  t.after(() => lock.release());
  const { status, json } = await home.ask();
  assert.equal(status, 503);
  assert.match(json.error ?? '', /^Another program does what the agent does/);
  await startUntil(home, 'go');
  writeFileSync(join(home.folder, 'go'), '');
  await until(async () => (await states(home)).length === 1, 'something to be told');
  const began = Date.now();
  for await (const { notifications } of home.client(false).notifications.subscribe(session_key)) {
    assert.equal(notifications.length, 1);
    break;
  }
  assert(Date.now() - began < 3_000, 'at once');
  assert.deepEqual(home.lives, []);
});

test('a conversation that does not exist: what it was to be told stays, with the reason', async (t) => {
  const home = new KeptHome(t);
  await home.startDaemon();
  const unknown = 'conv_ffffffffffff';
  await startUntil(home, 'go', unknown);
  writeFileSync(join(home.folder, 'go'), '');
  const rings = async () => (await home.client(false).ringers.list())[0]?.rings ?? [];
  await until(async () => (await rings())[0]?.state === 'dead', 'a ring that was given up');
  assert.equal((await rings())[0]?.reason, 'There is no conversation conv_ffffffffffff.');
  assert.deepEqual(await states(home, unknown), ['sent']);
});
