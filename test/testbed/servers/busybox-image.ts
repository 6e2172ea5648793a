/** An image of busybox alone: a shell and the usual tools, two users, 2 MB. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its root folder as a tar, made below `folder`. */
export function makeBusyboxImage(folder: string): Buffer {
  const root = join(folder, 'root');
  for (const name of ['bin', 'etc', 'root', 'tmp', 'home/ada'])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  chownSync(join(root, 'home/ada'), 1000, 1000);
  const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim();
  copyFileSync(busybox, join(root, 'bin/busybox'));
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const name of applets) if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  const users = ['root:x:0:0::/root:/bin/sh', 'ada:x:1000:1000::/home/ada:/bin/sh', ''];
  writeFileSync(join(root, 'etc/passwd'), users.join('\n'));
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nada:x:1000:\n');
  return execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 });
}
