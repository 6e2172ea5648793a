import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../../../src/backends/local/run-here.ts';

const { signal } = new AbortController();

test('a program gets its input, and its exit code comes back; one that does not read is none the worse', async () => {
  assert.equal(await runHere(['/bin/sh', '-c', '[ "$(cat)" = words ]'], 'words', signal), 0);
  assert.equal(await runHere(['/bin/sh', '-c', 'exit 3'], 'x'.repeat(1 << 20), signal), 3);
  await assert.rejects(runHere(['/not/there'], '', signal), { code: 'ENOENT' });
});

test('where no file can be opened any more it fails, and nothing else does', () => {
  const file = join(import.meta.dirname, '../../../src/backends/local/run-here.ts');
  const script = `
    import { openSync } from 'node:fs';
    import { runHere } from ${JSON.stringify(file)};
    try { for (;;) openSync('/dev/null'); } catch {}
    await runHere(['/bin/true'], '', new AbortController().signal).catch(({ code }) => { process.exitCode = code === 'EMFILE' ? 7 : 8; });
    await new Promise((resolve) => setTimeout(resolve, 50));`;
  const words = ['-c', 'ulimit -n 100; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  const { status, stderr } = spawnSync('/bin/sh', words, { encoding: 'utf8' });
  assert.equal(status, 7, stderr);
});
