import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder for the rows of one file, gone after them. */
export function ownFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ringback-contract-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
