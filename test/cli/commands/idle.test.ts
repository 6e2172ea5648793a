import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WireActive } from '../../../src/wire/daemon.ts';
import { CliHome, until } from '../cli-home.ts';

const home = new CliHome(after);
const client = home.client();

const idle = async (...args: string[]) => {
  const { code, stdout } = await home.run(['idle', ...args]);
  return { code, stdout };
};

test('issue 11.4: idle exits with 0 when the host may sleep, and else prints what keeps it awake', async () => {
  assert.deepEqual(await idle(), { code: 0, stdout: '' });
  const id = await home.start('--notify', '--session', 'me', '--task', 'mine', '--stdin', '--', 'read x');
  const awake = await idle();
  assert.equal(awake.code, 1);
  assert.match(awake.stdout, new RegExp(`^REASON .*\\nrunning +${id} `));
  const [json] = await home.json<WireActive>('idle');
  assert.equal(json?.active, true);
  assert.equal(json?.next_at, null);
  assert.deepEqual(
    json?.kept_awake_by.map(({ reason, session_id, session_key }) => [reason, session_id, session_key]),
    [['running', id, 'me']],
  );

  await client.submit(id, '');
  await client.wait(id);
  // It ended, and nobody has heard of it.
  const untold = await idle();
  assert.equal(untold.code, 1);
  assert.match(untold.stdout, new RegExp(`\\nundelivered +${id} `));
  await home.ok('inbox', '--session', 'me');
  await until(async () => (await idle()).code === 0, 'nothing to keep it awake');
});

test('issue 11.4: active for a task, and for a session younger than an age', async () => {
  const id = await home.start('--session', 'asks', '--task', 'one', '--stdin', '--', 'read x');
  assert.equal((await idle('--task', 'one')).code, 1);
  assert.equal((await idle('--task', 'two')).code, 0);
  assert.equal((await idle('--session', 'asks')).code, 1);
  assert.equal((await idle('--session', 'other')).code, 0);
  assert.equal((await idle('--session', 'asks', '--max-age', '3600')).code, 1);
  assert.equal((await idle('--session', 'asks', '--max-age', '0')).code, 1, 'no limit');
  await until(async () => (await idle('--session', 'asks', '--max-age', '1')).code === 0, 'it to be too old');
  assert.equal((await idle('--max-age', '1')).code, 2, 'an age goes with a session');
  await client.submit(id, '');
  await client.wait(id);
  assert.equal((await idle('--session', 'asks')).code, 0);
});
