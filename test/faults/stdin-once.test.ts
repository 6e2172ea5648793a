import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { env, exitOf, run, untilPrinted } from '../engine/test-home.ts';
import { FaultHome } from './support/home.ts';
import { rawWrite } from './support/raw-write.ts';

test('promise 1: a write that is repeated on other connections arrives once', async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open();
  const { id } = await run(engine, 'cat', { stdin: true });
  const first = await rawWrite(home.keep(id), 7n, 1n, Buffer.from('once\n'));
  assert.equal(first.accepted, 5);
  for (let i = 0; i < 2; i += 1) {
    const again = await rawWrite(home.keep(id), 7n, 1n, Buffer.from('once\n'));
    assert.equal(again.accepted, 0);
    assert.equal(again.repeated, true);
  }
  await rawWrite(home.keep(id), 7n, 2n, Buffer.from('second\n'));
  await rawWrite(home.keep(id), 8n, 1n, Buffer.from('of another writer\n'));
  await engine.closeInput(id);
  const { output } = await engine.wait(id);
  assert.equal(output, 'once\nsecond\nof another writer\n');
});

test('promise 1: a repeated write is known as one when the input is full, and when it is closed', async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open();
  const go = join(home.folder, 'go');
  const { id } = await run(engine, `while [ ! -e ${go} ]; do sleep 0.02; done; exec wc -c`, { stdin: true });
  const piece = Buffer.alloc(60_000, 'x');
  let seq = 0n;
  for (let isFull = false; !isFull; ) {
    seq += 1n;
    await rawWrite(home.keep(id), 9n, seq, piece).catch((error) => {
      assert.equal(error.code, 'stdin_full');
      isFull = true;
    });
  }
  const accepted = seq - 1n;
  const again = () => rawWrite(home.keep(id), 9n, accepted, piece);
  assert.equal((await again()).repeated, true);
  await engine.closeInput(id);
  assert.equal((await again()).repeated, true);
  writeFileSync(go, '');
  const { output } = await engine.wait(id);
  assert.equal(Number(output), Number(accepted) * piece.length);
});

test('promise 1: a daemon killed between accepting a write and answering it: typed once, and the client does not notice', async (t) => {
  const home = new FaultHome(t);
  process.env.RINGBACK_ENGINE_FAILPOINT = 'write:after-accept:2';
  const client = home.client();
  const before = await client.health().finally(() => delete process.env.RINGBACK_ENGINE_FAILPOINT);
  const { session_id: id } = await client.start({ command: 'cat', workdir: '/tmp', env, stdin: true });
  const writer = client.writer(id);
  for (const word of ['one', 'two', 'three']) await writer.submit(word);
  assert.notEqual((await client.health()).pid, before.pid, 'the first daemon died in between');
  await client.close(id);
  const result = await client.wait(id);
  assert.equal(result.output, 'one\ntwo\nthree\n');
  assert(result.status === 'exited' && result.exit_code === 0);
});

test('promise 1: an engine closed and opened again repeats a write by its ticket: typed once', async (t) => {
  const home = new FaultHome(t);
  const first = await home.open();
  const { id } = await run(first, 'cat', { stdin: true });
  const long = Buffer.from(`${'y'.repeat(200_000)}\n`);
  const ticket = { writer: 5n, seq: 1n };
  assert.deepEqual(await first.write(id, long, ticket), { bytesWritten: long.length });
  await first.close();
  const second = await home.open();
  assert.deepEqual(await second.write(id, long, ticket), { bytesWritten: long.length });
  await second.submit(id, 'end', { writer: 5n, seq: 2n });
  await untilPrinted(second, id, 'end\n');
  await second.closeInput(id);
  assert.equal(exitOf((await second.wait(id)).process).finalOffset, long.length + 4);
});
