/**
 * `npm run release -- 0.2.0 [--dry-run] [--tested]`: from a clean tree to a package that was installed and run, with its
 * commit and tag. Publishing is the last step, and left to a person. A dry run does the same and takes it back; --tested says
 * that the tests of this very commit have passed (CI's word), else they are run first.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './release/run.ts';
import { checkVersion, readState } from './release/state.ts';
import { verifyTarball } from './release/verify-tarball.ts';
import { writeVersion } from './release/write-version.ts';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const isDry = words.includes('--dry-run');
const isTested = words.includes('--tested');
const [version, ...surplus] = words.filter((word) => word !== '--dry-run' && word !== '--tested');

try {
  release();
} catch (error) {
  console.error(`release: ${(error as Error).message}`);
  process.exitCode = 1;
}

function release(): void {
  if (version === undefined || surplus.length > 0)
    throw new Error('usage: npm run release -- VERSION [--dry-run] [--tested]');
  checkVersion(version, readState(root));
  if (!isTested) {
    say('the checks and the tests');
    run(root, 'npm', 'run', '-s', 'check');
    run(root, 'npm', 'test');
    run(root, 'npm', 'run', 'test:faults');
  }
  const tarball = join(root, `ringback-${version}.tgz`);
  let isDone = false;
  const files = writeVersion(root, version, new Date());
  try {
    say('the package');
    run(root, 'env', 'RINGBACK_RELEASE=1', 'npm', 'pack');
    say('whether it can be installed and runs');
    verifyTarball(tarball, version);
    if (isDry) return;
    run(root, 'git', 'commit', '--quiet', `--message=Release ${version}`, '--', ...files);
    run(root, 'git', 'tag', '--annotate', `--message=Ringback ${version}`, `v${version}`);
    isDone = true;
  } finally {
    if (!isDone) {
      run(root, 'git', 'checkout', '--quiet', 'HEAD', '--', ...files);
      rmSync(tarball, { force: true });
    }
  }
  console.log(`
Ringback ${version} is committed, tagged and packed. To publish it:
  git push origin HEAD v${version}
  npm publish ${tarball}`);
}

function say(what: string): void {
  console.log(`release: ${what}`);
}
