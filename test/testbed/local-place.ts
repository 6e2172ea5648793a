/** A place that is a folder of this machine: real sh and real files, with a HOME of its own. Counts its round trips. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { spawnProgram } from '../../src/backends/child-program.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

export type LocalPlace = ReturnType<typeof localPlace>;

const busybox = '/bin/busybox';
export const hasBusybox = existsSync(busybox);

/** `shell` is the login shell that the user database there names. `withBusybox`: sh and every command are busybox's. */
export function localPlace(
  t: TestContext,
  options: { readonly shell?: string; readonly withBusybox?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'ringback-place-'));
  t.after(() => removeFolder(root));
  const home = join(root, 'home');
  const bin = join(root, 'bin');
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(bin);
  if (options.withBusybox) execFileSync(busybox, ['--install', '-s', bin]);
  put(bin, 'getent', `#!/bin/sh\necho "me:x:$2:0::${home}:${options.shell ?? '/bin/sh'}"\n`);
  const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, ...options.env };
  const place = {
    root,
    home,
    bin,
    trips: 0,
    run(args: readonly string[]) {
      place.trips += 1;
      const [program = '', ...rest] = args;
      const isShell = options.withBusybox && program === '/bin/sh';
      return spawnProgram([...(isShell ? [busybox, 'sh'] : [program]), ...rest], { env });
    },
  };
  return place;
}

export function put(folder: string, name: string, text: string): void {
  rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}
