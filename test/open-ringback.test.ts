import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openRingback } from '../src/index.ts';

const run = promisify(execFile);

test('who comes first holds the home; others, the command line too, use it', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'ringback-library-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
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
