import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCarriedKeepers } from '../../src/backends/carried-keeper.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { ask, run } from './run.ts';

/** Installs it as a user would, and runs a command with what was installed. */
export function verifyTarball(tarball: string, version: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-release-'));
  const variables = ['-u', 'RINGBACK_NODE', '-u', 'RINGBACK_KEEPER', `RINGBACK_HOME=${join(folder, 'home')}`];
  const ringback = (...args: string[]) =>
    ask(folder, 'env', ...variables, join(folder, 'bin/ringback'), ...args);
  try {
    const quiet = ['--no-audit', '--no-fund', '--silent'];
    run(folder, 'npm', 'install', '--global', `--prefix=${folder}`, ...quiet, tarball);
    const keepers = findCarriedKeepers({}, join(folder, 'lib/node_modules/ringback'));
    if (!keepers.x64 || !keepers.arm64) throw new Error('the package lacks a static keeper for x64 or arm64');
    const said = ringback('--version').trim();
    if (said !== `ringback ${version}`) throw new Error(`the package says that it is ${said}`);
    const printed = ringback('run', '--wait', '--', 'echo installed');
    ringback('daemon', 'stop');
    if (printed !== 'installed\n') throw new Error(`the package does not run a command: ${printed}`);
  } finally {
    removeFolder(folder);
  }
}
