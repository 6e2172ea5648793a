import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { lockHome } from '../../src/engine/lock.ts';

const home = mkdtempSync(join(tmpdir(), 'ringback-lock-'));
after(() => removeFolder(home));

test('promise 4: the lock falls with its holder, however that dies', async (t) => {
  const script = `
    const { lockHome } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/engine/lock.ts'))});
    // Referred to: a lock that nobody holds is collected as garbage.
    globalThis.lock = lockHome(${JSON.stringify(home)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  assert.throws(() => lockHome(home), { code: 'home_in_use' });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockHome(home).release();
});

test('a lock file that somebody wrote into still locks', () => {
  writeFileSync(join(home, 'lock.db'), 'not a database at all, but long enough to be looked at'.repeat(100));
  const lock = lockHome(home);
  assert.throws(() => lockHome(home), { code: 'home_in_use' });
  lock.release();
});
