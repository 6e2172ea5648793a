import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnProgram } from '../../src/backends/child-program.ts';
import type { Program } from '../../src/backends/environment.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';

const here = { run: (args: readonly string[]) => spawnProgram(args) };

test('input goes in; output, complaints and exit code come back', async () => {
  const outcome = await runToEnd(here, ['/bin/sh', '-c', 'tr a-z A-Z; echo hm >&2; exit 9'], {
    input: 'hello',
  });
  assert.deepEqual(outcome, { code: 9, stdout: 'HELLO', stderr: 'hm\n' });
});

test('without input it finds an empty one', async () => {
  assert.equal((await runToEnd(here, ['wc', '-c'])).stdout.trim(), '0');
});

test('a program that does not read its input is no error', async () => {
  const input = new Uint8Array(4 << 20);
  assert.equal((await runToEnd(here, ['/bin/sh', '-c', 'exit 5'], { input })).code, 5);
});

test('more output than asked for is an error', async () => {
  await assert.rejects(runToEnd(here, ['yes'], { limitBytes: 1000 }), {
    name: 'RingbackError',
    message: 'yes printed more than 1000 bytes.',
  });
});

test('a broken line is an error with its last complaint', async () => {
  await assert.rejects(runToEnd(here, ['/bin/sh', '-c', 'echo first >&2; echo cut off >&2; kill -9 $$']), {
    name: 'RingbackError',
    message: 'The connection broke while /bin/sh ran: cut off',
  });
});

test('it is given up when aborted, also before it has started', async () => {
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(runToEnd(here, ['sleep', '30'], { signal }), reason);
  const slow = new AbortController();
  const run = runToEnd(here, ['sleep', '30'], { signal: slow.signal });
  setTimeout(() => slow.abort(reason), 100);
  await assert.rejects(run, reason);
});

test('it is given up when it takes too long', async () => {
  const programs: Program[] = [];
  const place = {
    run: async (args: readonly string[]) => {
      const program = await spawnProgram(args);
      programs.push(program);
      return program;
    },
  };
  await assert.rejects(runToEnd(place, ['sleep', '1000'], { timeoutMs: 100 }), {
    message: 'sleep gave no answer within 0.1 s.',
  });
  // Ended long before its time.
  assert.equal(programs.length, 1);
  await programs[0]?.ended;
});
