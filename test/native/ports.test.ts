import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../engine/test-home.ts';
import { Sensed, SensePlace } from './sensed.ts';

const build = join(import.meta.dirname, '../../keeper/build');
const pipe = { pty: false, stdin: false, sense: false };

/** Holds as many sockets that listen as it is told, and some that do not. */
const many = (count: number) =>
  `exec node -e 'const { createServer, connect } = require("node:net"); const all = Array.from({ length: ${count} }, () => createServer().listen(0, "127.0.0.1")); all[0].on("listening", () => connect(all[0].address().port))'`;

for (const name of ['ringback-keeper', 'ringback-keeper-sanitized'])
  test(`issue 13: ${name} tells the ports of its tree: none, one, and at most as many as fit`, async (t) => {
    const place = new SensePlace(t, join(build, name));
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const portsOf = async (keep: string) => {
      const { keeper } = await Sensed.listen(keep);
      return async () => (await keeper.status({ withPorts: true }))?.ports;
    };
    const none = await portsOf(await place.start('exec sleep 1000', pipe));
    assert.deepEqual(await none(), []);
    const one = await portsOf(await place.start(`(setsid ${many(1).replace('exec ', '')}) & wait`, pipe));
    await until(async () => (await one())?.length === 1, 'one port');
    const full = await portsOf(await place.start(many(100), pipe));
    await until(async () => ((await full())?.length ?? 0) >= 16, 'sixteen ports');
    assert(((await full())?.length ?? 0) < 100, 'as many as have room');
    for (const { address, port, pid } of (await full()) ?? [])
      assert(address === '127.0.0.1' && port > 0 && pid > 0);
  });

test('a keeper that is not asked does not look, and one that cannot tell says nothing', async (t) => {
  const place = new SensePlace(t, join(build, 'ringback-keeper-posix'));
  const { keeper } = await Sensed.listen(await place.start('exec sleep 1000', pipe));
  assert.equal((await keeper.status())?.ports, undefined);
  assert.equal((await keeper.status({ withPorts: true }))?.ports, undefined);
});
