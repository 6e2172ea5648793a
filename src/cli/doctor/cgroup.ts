import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inScope } from '../../base/scope.ts';
import { type Check, ok, warn } from './check.ts';

const run = promisify(execFile);
/** $0: where cgroup v2 is mounted. */
const CHECK_SCRIPT =
  'cat /proc/self/cgroup; [ -w "$0$(sed -n "s/^0:://p" /proc/self/cgroup)" ] && echo writable';

/** Whether a command can get a cgroup of its own, which ends a whole tree at once (promise 5). */
export async function checkCgroup(): Promise<Check> {
  const note = 'process trees are found by walking /proc';
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  const mount = ownCgroup(mounts, '0::/');
  if (mount === null)
    return warn(
      `cgroup v2 is not available; ${note}`,
      'No action needed: kill still ends whole process trees.',
    );
  // As keepers will see it: inside the scope that systemd gives them, if any.
  const [program = '', ...args] = inScope(['/bin/sh', '-c', CHECK_SCRIPT, mount]);
  const { stdout } = await run(program, args, { timeout: 15_000 }).catch((error) => error);
  const folder = ownCgroup(mounts, String(stdout));
  return /^writable$/m.test(String(stdout))
    ? ok(`${folder} is writable`)
    : warn(`${folder} is not writable; ${note}`, 'In a systemd service: Delegate=yes.');
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
