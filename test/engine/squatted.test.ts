import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, TestHome } from './test-home.ts';

test('issue 11.23: connections that only sit there do not keep a kill out after a restart', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'exec sleep 60');
  await first.close();
  const squatters: Socket[] = [];
  t.after(() => {
    for (const one of squatters) one.destroy();
  });
  for (let count = 0; count < 80; count += 1) {
    const socket = connect(join(home.folder, 'processes', id, 'control')).on('error', () => {});
    squatters.push(socket);
    await once(socket, 'connect');
  }
  const second = await home.open();
  const { status, process } = await second.kill(id, { graceMs: 100 });
  assert.deepEqual([status, process.life.state], ['killed', 'exited']);
});
