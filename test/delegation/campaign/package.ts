import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { bundleWith, type Fault, makePackage } from '../../faults/support/package.ts';

/** A package with the programs of the campaign, perhaps with faults; its folder, until the end. */
export async function packageWith(
  faults: readonly Fault[],
  end: (clean: () => void) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-package-'));
  end(() => removeFolder(folder));
  await makePackage(folder, faults, ['daemon', 'agent', 'delegate']);
  await bundleWith(join(import.meta.dirname, 'parent.ts'), join(folder, 'dist/parent.js'));
  return folder;
}
