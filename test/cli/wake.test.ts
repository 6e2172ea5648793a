import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canConnect } from '../../src/client/can-connect.ts';
import { CliHome, until } from './support.ts';

test('promise 15: a process that ends without a daemon brings one back', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--stdin', '--', 'sleep 0.5; exit 4');
  await home.killDaemon();
  assert.equal(await canConnect(home.folder), false);
  await until(() => canConnect(home.folder), 'the daemon to come back');
  assert.equal((await home.client().get(id)).exit_code, 4);
});
