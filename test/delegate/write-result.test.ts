import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeResult } from '../../src/delegate/write-result.ts';
import { readResult } from '../../src/delegation/read-result.ts';
import { MOST_RESULT_CHARACTERS, RESULT_FILE } from '../../src/wire/delegation.ts';

const report = { version: 1, status: 'completed', result: 'its own' } as const;

test('what a command of a delegate puts into its keep neither leads its result elsewhere nor holds it up', (t) => {
  const keep = folder(t);
  const precious = join(keep, 'precious');
  writeFileSync(precious, 'as before');
  symlinkSync(precious, join(keep, `${RESULT_FILE}.new`));
  symlinkSync(precious, join(keep, RESULT_FILE));
  writeResult(keep, report);
  assert.deepEqual(readResult(keep), report);
  assert.equal(readFileSync(precious, 'utf8'), 'as before');
  rmSync(join(keep, RESULT_FILE));
  execFileSync('mkfifo', [join(keep, RESULT_FILE)]);
  assert.equal(readResult(keep), 'damaged', 'and nobody waits at a pipe');
  writeResult(keep, report);
  assert.deepEqual(readResult(keep), report);
});

test('a long error does not cost the result', (t) => {
  const keep = folder(t);
  writeResult(keep, { ...report, status: 'failed', error: 'e'.repeat(20 * MOST_RESULT_CHARACTERS) });
  const found = readResult(keep);
  assert(typeof found === 'object');
  assert.equal(found.result, 'its own');
  assert.match(found.error ?? '', /^e+\n/);
});

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'result-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}
