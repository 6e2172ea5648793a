import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../src/client/client.ts';
import { CliHome, until } from './cli-home.ts';

test('promise 15: a process that ends without a daemon brings one back', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--stdin', '--', 'sleep 0.5; exit 4');
  const killed = await home.killDaemon();
  // One that starts no daemon itself: whoever answers now was started by the keeper.
  const client = new Client({ home: home.folder, startsDaemon: false });
  const answering = async () => (await client.health().catch(() => undefined))?.pid ?? killed;
  await until(async () => (await answering()) !== killed, 'the daemon to come back');
  assert.equal((await client.get(id)).exit_code, 4);
});
