import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { readExit } from '../../src/keeper/keep.ts';
import { builtKeeper } from './build.ts';

const PAGE = 4096;
const EXIT_CODE = 7;

/** Where the stack begins is up to the kernel and to the size of the environment. One position in 256 once was deadly. */
test('a keeper lives wherever in a page its stack begins', async (context) => {
  if (spawnSync('setarch', ['-R', 'true']).status !== 0)
    return context.skip('setarch -R is not to be had here');
  const keeperProgram = builtKeeper('ringback-keeper-sanitized');
  const folder = mkdtempSync(join(tmpdir(), 'ringback-stack-'));
  context.after(() => removeFolder(folder));
  mkdirSync(join(folder, 'processes'));
  for (let padding = 0; padding < PAGE; padding += 16) {
    const id = `proc_${padding.toString(16).padStart(12, '0')}`;
    const keep = join(folder, 'processes', id);
    const record = [`keep=${keep}`, `id=${id}`, 'arg=/bin/sh', 'arg=-c', `arg=exit ${EXIT_CODE}`, 'cwd=/'];
    spawnSync('setarch', ['-R', keeperProgram, 'spawn'], {
      input: record.map((entry) => `${entry}\0`).join(''),
      env: { PATH: '/usr/bin:/bin', PADDING: 'x'.repeat(padding), ASAN_OPTIONS: 'detect_leaks=0' },
    });
    await untilExit(keep);
    assert.equal(readExit(keep)?.rawStatus, EXIT_CODE << 8, `with ${padding} bytes more in the environment`);
  }
});

/** Or until the keeper has gone without one. */
async function untilExit(keep: string): Promise<void> {
  const stop = new AbortController();
  const exited = new Promise<void>((resolve) => {
    watch(keep, { signal: stop.signal }, () => existsSync(join(keep, 'exit')) && resolve());
    setTimeout(resolve, 5_000).unref();
    if (existsSync(join(keep, 'exit'))) resolve();
  });
  await exited;
  stop.abort();
}
