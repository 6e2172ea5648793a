import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, ok, warn } from './check.ts';

/** Whether a command can get a cgroup of its own, which ends a whole tree at once (promise 5). */
export async function checkCgroup(): Promise<Check> {
  const folder = ownCgroup(
    readFileSync('/proc/self/mounts', 'utf8'),
    readFileSync('/proc/self/cgroup', 'utf8'),
  );
  const note = 'trees are found by walking them';
  if (folder === null)
    return warn(`no cgroup v2 here; ${note}`, 'Nothing has to be done; kill still ends whole trees.');
  try {
    accessSync(folder, constants.W_OK);
    return ok(`${folder} can be used`);
  } catch {
    return warn(`${folder} is not writable; ${note}`, 'In a systemd service: Delegate=yes.');
  }
}

/** The cgroup v2 folder of this process, from the texts of /proc/self/mounts and /proc/self/cgroup. */
export function ownCgroup(mounts: string, cgroup: string): string | null {
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')?.[1];
  const path = /^0::(.*)$/m.exec(cgroup)?.[1];
  return mount === undefined || path === undefined ? null : join(mount, path);
}
