import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Context } from '../../src/engine/context.ts';
import { Gpus } from '../../src/engine/gpus.ts';
import type { ProcessSnapshot } from '../../src/engine/types.ts';
import { withUsage } from '../../src/engine/usage.ts';
import { finish, isAlive, openTestEngine, run, until, untilPrinted } from './test-home.ts';

test('what processes use: of those that run, not of those that ended', async (t) => {
  const engine = await openTestEngine(t);
  const { process: ended } = await finish(engine, 'true');
  const { id } = await run(engine, 'sleep 1000 & sleep 1000');
  // A keeper that answers late, on a busy machine, is not waited for.
  await until(async () => {
    const [running, before] = await engine.withUsage([engine.get(id), ended]);
    assert.equal(before?.usage, undefined);
    return (running?.usage?.memoryBytes ?? 0) > 100_000;
  }, 'its usage');
});

test('one that ends while its keeper is asked is given as ended', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'exec sleep 1000');
  const running = engine.get(id);
  await engine.kill(id);
  const [now] = await engine.withUsage([running]);
  assert.deepEqual([now?.life.state, now?.usage], ['exited', undefined]);
});

test('a keeper that is stopped keeps nobody waiting: its process is given without usage', async (t) => {
  const engine = await openTestEngine(t);
  const started = [await run(engine, 'sleep 1000'), await run(engine, 'sleep 1000')];
  const stopped = started[0]?.keeperPid ?? 0;
  process.kill(stopped, 'SIGSTOP');
  try {
    // Others are busy on this machine too: an answer may come late, but not never.
    await until(async () => {
      const [silent, other] = await engine.withUsage(started);
      assert.deepEqual([silent?.life.state, silent?.usage], ['running', undefined]);
      return other?.usage !== undefined;
    }, 'the usage of the other');
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
});

test('what is forgotten while keepers are asked is left out of a list', async (t) => {
  const engine = await openTestEngine(t);
  const [{ process: gone }, { process: ended }] = [
    await finish(engine, 'true'),
    await finish(engine, 'true'),
  ];
  const running = await run(engine, 'exec sleep 60');
  const known = new Set([ended.id, running.id]);
  const context = {
    live: new Map(),
    gpus: new Gpus(),
    rows: { ids: () => known, get: () => undefined },
  } as unknown as Context;
  const listed: readonly ProcessSnapshot[] = [gone, ended, running];
  assert.deepEqual(
    (await withUsage(context, listed)).map(({ id }) => id),
    [ended.id, running.id],
  );
});

const listen = (host: string) =>
  `exec node -e 'require("node:net").createServer().listen(0, ${JSON.stringify(host)}, function () { console.log("port " + this.address().port + ";") })'`;

test('issue 13 (promise 19): the ports on which its own tree listens, and nobody else', async (t) => {
  const engine = await openTestEngine(t);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const { id } = await run(engine, `(${listen('127.0.0.1')}) & ${listen('::1')}`);
  const printed = await untilPrinted(engine, id, 'port');
  const port = /port (\d+);/.exec(printed)?.[1];
  await until(async () => ((await engine.poll(id)).process.ports ?? []).length === 2, 'both ports');
  const { ports = [] } = (await engine.poll(id)).process;
  assert.deepEqual(ports.map(({ address }) => address).sort(), ['127.0.0.1', '::1']);
  assert(ports.some((one) => String(one.port) === port));
  assert(ports.every(({ pid }) => isAlive(pid)));
  const { process: silent } = await engine.poll((await run(engine, 'exec sleep 1000')).id);
  assert.deepEqual(silent.ports, []);
});
