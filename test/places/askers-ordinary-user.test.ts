/** The tests of who asks, by a user with no rights but its own: daemon, command line, keepers and sshd are all its. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { text } from '../cli/cli-home.ts';
import { whyNoContainers } from '../testbed/servers/dockerd.ts';
import { sshdIsMissing } from '../testbed/servers/sshd.ts';

const checkout = join(import.meta.dirname, '../..');
const USER = 54_321;
const why = process.getuid?.() !== 0 && 'needs root to become somebody else';

/** Mounts of its own: the checkout may lie in a folder that is closed to others, and the user is no user of this machine. */
const become = `set -e
mount --bind "$1" checkout
mount --bind passwd /etc/passwd
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups "$2" --test-reporter=spec "$3"`;

async function runAsOrdinaryUser(context: TestContext, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'u-'));
  context.after(() => removeFolder(folder));
  const home = join(folder, 'home');
  for (const name of ['checkout', 'home']) mkdirSync(join(folder, name), { mode: 0o755 });
  for (const path of [folder, home]) chownSync(path, USER, USER);
  const entry = `ordinary:x:${USER}:${USER}::${home}:/bin/bash\n`;
  writeFileSync(join(folder, 'passwd'), `${readFileSync('/etc/passwd', 'utf8')}${entry}`);
  const inside = join(folder, 'checkout');
  const node = process.execPath.replace(checkout, inside);
  const { NODE_TEST_CONTEXT: _, NODE_COMPILE_CACHE: __, XDG_RUNTIME_DIR: ___, ...env } = process.env;
  const args = ['--mount', '--', 'sh', '-c', become, 'sh', checkout, node, join(inside, file)];
  const child = spawn('unshare', args, {
    cwd: folder,
    env: { ...env, HOME: home, TMPDIR: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = text(child.stdout);
  const [code] = (await once(child, 'close')) as [number | null];
  // What was skipped is to be seen in any case.
  const lines = (await printed).split('\n').filter((line) => code !== 0 || line.includes('﹣'));
  if (lines.length > 0) console.log(lines.join('\n'));
  assert.equal(code, 0);
}

for (const file of ['test/notify/askers.test.ts', 'test/places/askers-ssh.test.ts'])
  test(
    `${file} as an ordinary user`,
    {
      skip: why || whyNoContainers(['setpriv']) || sshdIsMissing,
    },
    (context) => runAsOrdinaryUser(context, file),
  );
