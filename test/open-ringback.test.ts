import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { removeFolder } from '../src/base/remove-folder.ts';
import { openRingback } from '../src/index.ts';

const run = promisify(execFile);

test('who comes first holds the home; others, the command line too, use it', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-library-'));
  t.after(() => removeFolder(home));
  await using first = await openRingback({ home });
  await using second = await openRingback({ home });
  assert.deepEqual([first.isHost, second.isHost], [true, false]);

  const { session_id: id } = await second.client.start({
    command: 'echo hello; exit 3',
    workdir: '/',
    env: {},
  });
  assert.equal((await first.client.wait(id)).status, 'exited');
  let printed = '';
  for await (const event of first.client.read(id)) if (event.type === 'output') printed += event.bytes;
  assert.equal(printed, 'hello\n');

  const { stdout } = await run('bin/ringback', ['--home', home, 'log', id]);
  assert.equal(stdout, 'hello\n');
});

test('a program hears of its processes and hands in events of its own, as host and as guest', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-library-'));
  t.after(() => removeFolder(home));
  await using host = await openRingback({ home });
  await using guest = await openRingback({ home });
  for (const ringback of [host, guest]) {
    const { client, notifications, session } = ringback;
    const key = `host ${ringback.isHost}`;
    const { session_id: id } = await client.start({
      command: 'read x; exit 3',
      workdir: '/',
      env: {},
      stdin: true,
      session_key: key,
      notify_on_complete: true,
    });
    assert.equal(await notifications.isWaiting(id), true);
    await session.move(key, `${key}, moved`);
    const stop = new AbortController();
    const heard: string[] = [];
    const listening = (async () => {
      for await (const turn of notifications.subscribe(`${key}, moved`, { signal: stop.signal })) {
        heard.push(...turn.notifications.map(({ type }) => type));
        await turn.acknowledge();
        if (heard.length === 1) await notifications.notify(`${key}, moved`, { type: 'mine', text: 'x' });
        else stop.abort();
      }
    })();
    await client.submit(id, '');
    await listening;
    assert.deepEqual(heard, ['completion', 'mine']);
    assert.equal(await notifications.isWaiting(id), false);
    await notifications.notify(`${key}, moved`, { type: 'mine', text: 'too late' });
    assert.equal(await session.close(`${key}, moved`), 1);
    assert.equal(await notifications.drain(`${key}, moved`), null);
  }
});
