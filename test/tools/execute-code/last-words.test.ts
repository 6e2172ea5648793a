import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitInLastWords } from '../../../src/tools/execute-code/last-words.ts';

const fork = `Traceback (most recent call last):
  File "script.py", line 3, in <module>
    if os.fork() == 0: time.sleep(1000)
BlockingIOError: [Errno 11] Resource temporarily unavailable
`;
const read = fork.replace('if os.fork() == 0: time.sleep(1000)', 'sys.stdin.read()');
const spawn = `node:events:497
      throw er; // Unhandled 'error' event
Error: spawn sleep EAGAIN
    at ChildProcess._handle.onexit (node:internal/child_process:286:19)
`;

test('a script that the kernel refused a process says so in its last words', () => {
  assert.equal(limitInLastWords('python', fork), 'process_limit');
  assert.equal(limitInLastWords('javascript', spawn), 'process_limit');
});

test('a read that would block is no such thing', () => {
  assert.equal(limitInLastWords('python', read), undefined);
});

test('a script that was refused memory says so', () => {
  assert.equal(limitInLastWords('python', 'MemoryError\n'), 'memory_limit');
});
