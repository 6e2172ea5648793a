import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome, isAlive, until } from '../cli/cli-home.ts';
import { start } from './ending-process.ts';

const figures = { idleExitSeconds: 1, sessionMatches: 1, spacingMs: 1, silenceMs: 3_000 };
const home = new CliHome(after, figures);

test('an idle daemon stays until the end of a silence was told, then leaves', async () => {
  const client = home.client();
  const { pid } = await client.health();
  for (const command of ['echo READY 1', 'echo READY 2'])
    await client.wait((await start(client, 's', { command, watch_patterns: ['READY'] })).session_id);
  const types = async () => (await client.notifications.history()).map(({ type }) => type);
  assert.ok((await types()).includes('watch_overflow_tripped'));
  await until(() => !isAlive(pid), 'the daemon to leave');
  const leftAt = Date.now();
  const released = (await client.notifications.history()).find(
    ({ type }) => type === 'watch_overflow_released',
  );
  assert.ok(released, 'the release was told');
  assert.ok(Date.parse(released.created_at) < leftAt, 'by the daemon that fell silent');
  assert.notEqual((await client.health()).pid, pid);
});
