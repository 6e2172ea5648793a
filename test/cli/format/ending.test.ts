import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEnding, toExitCode } from '../../../src/cli/format/ending.ts';

test('how it ended, in words', () => {
  const cases: [Parameters<typeof describeEnding>[0], string][] = [
    [{ completion_reason: 'exited', exit_code: 3, signal: null }, 'exited with 3'],
    [{ completion_reason: 'exited', exit_code: 139, signal: 'SIGSEGV' }, 'terminated by SIGSEGV (139)'],
    [
      { completion_reason: 'killed', termination_source: 'process.kill', exit_code: 143, signal: 'SIGTERM' },
      'ended by process.kill (SIGTERM, 143)',
    ],
    [
      { completion_reason: 'killed', termination_source: 'max_runtime', exit_code: 0, signal: null },
      'ended by max_runtime (0)',
    ],
    [
      { completion_reason: 'lost', exit_code: null, signal: null, note: 'The container was removed.' },
      'lost: The container was removed',
    ],
    [
      { completion_reason: 'lost', exit_code: null, signal: null },
      'lost: its keeper disappeared, so its exit code is unknown',
    ],
  ];
  for (const [ending, text] of cases) assert.equal(describeEnding(ending), text);
});

test('what cannot be known is no success', () => {
  assert.equal(toExitCode({ exit_code: null }), 1);
});
