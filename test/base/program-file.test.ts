import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isMissingModule, watchProgramFile } from '../../src/base/program-file.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

test('a program knows that its file is another one, and that a part of it is gone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-program-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, 'program.js');
  writeFileSync(path, 'one');
  const isReplaced = watchProgramFile(path);
  assert.equal(isReplaced(), false);
  rmSync(path);
  assert.equal(isReplaced(), false, 'in the middle of an upgrade nobody could start it');
  writeFileSync(path, 'another');
  assert.equal(isReplaced(), true);
  const missing = await import(join(folder, 'chunk.js')).catch((error: unknown) => error);
  assert.equal(isMissingModule(missing), true);
  assert.equal(isMissingModule(new Error('other')), false);
});
