/**
 * Part of `npm pack`: a keeper for each architecture (`prepare` comes next, and makes dist/). Where the other architecture
 * cannot be compiled for, the package is made without it, and says so; not for a release (RINGBACK_RELEASE), which has both.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
rmSync(join(root, 'keeper/prebuilt'), { recursive: true, force: true });
const missing = ['x64', 'arm64'].filter((architecture) => !buildKeeper(architecture));
for (const architecture of missing) {
  console.error(`
ringback: this package has NO KEEPER FOR ${architecture}: it cannot run commands on machines of that kind.
ringback: to have it, install a cross compiler (Debian: gcc-aarch64-linux-gnu or gcc-x86-64-linux-gnu), or let npm fetch
ringback: one (see above), and pack again.
`);
}
if (missing.length > 0 && process.env.RINGBACK_RELEASE) {
  console.error('ringback: a release has keepers for both architectures.');
  process.exit(1);
}
if (missing.includes(process.arch)) process.exit(1);

function buildKeeper(architecture: string): boolean {
  const args = [join(root, 'keeper/build.sh'), 'prebuilt', architecture];
  // npm reads the name of the package from stdout.
  return spawnSync('sh', args, { stdio: ['ignore', 2, 2] }).status === 0;
}
