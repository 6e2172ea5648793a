import { mkdirSync, mkdtempSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { bundleWith, type Fault, makePackage } from '../../faults/support/package.ts';
import { builtKeeper } from '../../native/build.ts';

const launcher = 'keeper/launcher-child.ts';
/** Keepers that die at their points, too. */
const mortalKeepers: readonly Fault[] = [
  {
    file: launcher,
    from: "spawn(program, args, { cwd: '/',",
    to: "spawn(program, args, { env: { ...process.env, ...keeperVariables() }, cwd: '/',",
  },
  {
    file: launcher,
    from: 'export class LauncherGone',
    to: `import { keeperVariables } from ${JSON.stringify(join(import.meta.dirname, 'keeper-wish.ts'))};\nexport class LauncherGone`,
  },
];

/** A package with the programs of the campaign, perhaps with faults; its folder, until the end. */
export async function packageWith(
  faults: readonly Fault[],
  end: (clean: () => void) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-package-'));
  end(() => removeFolder(folder));
  await makePackage(folder, [...mortalKeepers, ...faults], ['daemon', 'agent', 'delegate']);
  unlinkSync(join(folder, 'keeper'));
  mkdirSync(join(folder, 'keeper/build'), { recursive: true });
  symlinkSync(builtKeeper('ringback-keeper-test'), join(folder, 'keeper/build/ringback-keeper'));
  await bundleWith(join(import.meta.dirname, 'parent.ts'), join(folder, 'dist/parent.js'));
  return folder;
}
