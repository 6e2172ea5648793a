import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The package as `npm pack` makes it, with the keeper that was built here in place of those that a release builds. It is
 * packed elsewhere: some npm run `prepare` whatever they are told, and that would take dist/ away from other tests.
 */
export function packWithKeeper(folder: string): { tarball: string; paths: string[] } {
  const npm = ['pack', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', npm, { cwd: copyPackage(folder), encoding: 'utf8' })) as [
    { filename: string; files: { path: string }[] },
  ];
  const tarball = join(folder, packed.filename);
  execFileSync('tar', ['xzf', tarball], { cwd: folder });
  const prebuilt = join(folder, 'package/keeper/prebuilt');
  removeFolder(prebuilt);
  const name = `${process.arch}/ringback-keeper`;
  mkdirSync(dirname(join(prebuilt, name)), { recursive: true });
  cpSync(findKeeperProgram({}), join(prebuilt, name));
  const hash = createHash('sha256')
    .update(readFileSync(join(prebuilt, name)))
    .digest('hex');
  writeFileSync(join(prebuilt, 'SHA256SUMS'), `${hash}  ${name}\n`);
  execFileSync('tar', ['czf', tarball, 'package'], { cwd: folder });
  for (const name of ['package', 'to-pack']) removeFolder(join(folder, name));
  return { tarball, paths: packed.files.map(({ path }) => path) };
}

/** What is published, and a package.json that makes nothing of it anew. */
function copyPackage(folder: string): string {
  const copy = join(folder, 'to-pack');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    files: string[];
    scripts: Record<string, string>;
  };
  for (const path of globSync([...manifest.files, 'README.md', 'LICENSE'], { cwd: root }))
    cpSync(join(root, path), join(copy, path), { recursive: true });
  const { prepare: _, prepack: __, ...scripts } = manifest.scripts;
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  return copy;
}
