import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { toRequest, toTaskIndex } from '../../../src/cli/delegate/request.ts';
import { parseLine } from '../../../src/cli/parse.ts';
import type { Values } from '../../../src/cli/specs.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

function request(words: readonly string[], folder = '/work') {
  const line = parseLine(['delegate', ...words]);
  assert.ok(line.type === 'command');
  assert.equal(line.action, undefined);
  return toRequest(line.values as Values<'delegate'>, line.positionals, folder);
}

test('what is no action is a goal; --each makes one of every argument', () => {
  assert.deepEqual(request(['stop', 'it'].map((word) => `${word} now`)), {
    goal: 'stop now it now',
    workdir: '/work',
  });
  assert.deepEqual(request(['--each', 'one', 'two three']), {
    tasks: [{ goal: 'one' }, { goal: 'two three' }],
    workdir: '/work',
  });
  const line = parseLine(['delegate', 'stop', '--all']);
  assert.deepEqual(line.type === 'command' && [line.action, line.positionals], ['stop', []]);
});

test('the folder is that of here, unless the commands run elsewhere; a context may be a file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-delegate-'));
  t.after(() => removeFolder(folder));
  writeFileSync(join(folder, 'notes.md'), 'Mind the gap.\n');
  assert.deepEqual(
    request(['--context', '@notes.md', '--cwd', 'sub', '--max-runtime', '10m', 'go on'], folder),
    {
      goal: 'go on',
      workdir: join(folder, 'sub'),
      context: 'Mind the gap.\n',
      max_runtime: 600,
    },
  );
  assert.deepEqual(request(['--on', 'gpu', '--to', 'codex', '--model', 'm', 'go on']), {
    goal: 'go on',
    to: 'codex',
    model: 'm',
    environment: 'gpu',
  });
  assert.deepEqual(request(['--on', 'gpu', '--cwd', 'src', 'go on']).workdir, 'src');
});

test('what is wrong is said by name', () => {
  assert.throws(() => request(['list']), /unknown action: list/);
  assert.throws(() => request([]), /missing argument: GOAL/);
  assert.throws(() => request(['--each', 'one', ' ']), /missing argument: GOAL/);
  assert.throws(() => request(['--context', '@none', 'go on']), /--context @none: ENOENT/);
  assert.throws(
    () => request(['--to', 'claude', 'go on']),
    (error) => error instanceof UsageError && /own, claude-code/.test(error.message),
  );
  assert.throws(
    () => request(['--task', '1', 'go on']),
    /--task is an option of: ringback delegate say or stop/,
  );
  assert.throws(() => toTaskIndex('0'), /from 1/);
  assert.deepEqual(toTaskIndex('2'), { task_index: 1 });
});
