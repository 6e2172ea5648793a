import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findKeeperProgram } from '../../src/keeper/program.ts';

const root = join(import.meta.dirname, '../..');

/** The package as `npm pack` makes it, with the keeper that was built here in place of those that a release builds. */
export function packWithKeeper(folder: string): { tarball: string; paths: string[] } {
  const npm = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', npm, { cwd: root, encoding: 'utf8' })) as [
    { filename: string; files: { path: string }[] },
  ];
  const tarball = join(folder, packed.filename);
  execFileSync('tar', ['xzf', tarball], { cwd: folder });
  const prebuilt = join(folder, 'package/keeper/prebuilt');
  rmSync(prebuilt, { recursive: true, force: true });
  const name = `${process.arch}/ringback-keeper`;
  mkdirSync(dirname(join(prebuilt, name)), { recursive: true });
  cpSync(findKeeperProgram({}), join(prebuilt, name));
  const hash = createHash('sha256')
    .update(readFileSync(join(prebuilt, name)))
    .digest('hex');
  writeFileSync(join(prebuilt, 'SHA256SUMS'), `${hash}  ${name}\n`);
  execFileSync('tar', ['czf', tarball, 'package'], { cwd: folder });
  rmSync(join(folder, 'package'), { recursive: true });
  return { tarball, paths: packed.files.map(({ path }) => path) };
}
