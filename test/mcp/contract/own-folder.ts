import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';

/** A folder for the rows of one file, gone after them. */
export function ownFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ringback-contract-')));
  after(() => removeFolder(folder));
  return folder;
}
