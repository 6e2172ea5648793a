import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { note, readJournal } from './journal.ts';

test('a line that the death of its writer has cut anywhere costs no other', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-journal-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, 'journal');
  assert.deepEqual(readJournal(path), []);
  note(path, { count: 1, of: [{ id: 'a' }] });
  const whole = readFileSync(path);
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(path, Buffer.concat([whole, whole.subarray(0, length)]));
    note(path, { count: 2 });
    assert.deepEqual(readJournal(path), [{ count: 1, of: [{ id: 'a' }] }, { count: 2 }]);
  }
});
