import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../../src/notify/digest/digest.ts';

/** As the tools print them. */
const telling = [
  'src/main.c:12:5: error: expected ‘;’ before ‘return’',
  'src/Main.java:7: error: cannot find symbol',
  'error[E0308]: mismatched types',
  "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  "src/a.ts:3:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
  './server.go:14:2: undefined: handle',
  'Program.cs(5,13): error CS0103: The name does not exist',
  '  12:5  error  Unexpected console statement  no-console',
  "main.c:(.text+0x5): undefined reference to `missing'",
  'FAILED tests/test_a.py::test_sum - assert 3 == 4',
  'FAIL: test_sum (tests.TestA.test_sum)',
  '    --- FAIL: TestSum/negative (0.00s)',
  '  ● sum › adds negatives',
  ' FAIL  src/sum.test.ts > adds',
  '✖ adds negatives (1.2ms)',
  'not ok 3 - adds negatives',
  'test sum::adds ... FAILED',
  '[  FAILED  ] Sum.Adds (0 ms)',
  ' 3/10 Test  #3: adds .............***Failed    0.01 sec',
  'rspec ./spec/sum_spec.rb:4 # adds',
  'ls: fatal: no repository',
  'Error: something is wrong',
  '2026-11-16 00:00:01 [ERROR] worker stopped',
  'ValueError: invalid literal for int()',
  'java.lang.IllegalStateException: closed',
  'Caused by: java.io.IOException: gone',
  "thread 'main' panicked at src/main.rs:2:5:",
  'npm ERR! code ELIFECYCLE',
  'make: *** [Makefile:3: all] Error 2',
  'sh: 1: cargo: command not found',
  'cat: /nowhere: No such file or directory',
  'Segmentation fault (core dumped)',
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB',
  'fatal: not a git repository',
  'curl: (7) Failed to connect',
];

for (const line of telling)
  test(`says why: ${line}`, () => assert.equal(digest(`compiling\n\n${line}\n`, 1_000).includes(line), true));

for (const line of [
  'Compiled with 0 errors and 0 warnings',
  'Error handling was tested',
  'ok 3 - reports an error',
  '✔ throws an error (2ms)',
  'test error::is_shown ... ok',
  '✖ failing tests:',
  'Downloading error-handling 1.0.0',
  '10:45 errors are counted',
])
  test(`says nothing: ${line}`, () => assert.equal(digest(line, 1_000), ''));

test('the first errors with their neighbours, parted by a mark', () => {
  const noise = Array.from({ length: 20 }, (_, i) => `step ${i}`);
  const text = [...noise, 'Error: first', 'at place', ...noise, 'Error: second', ...noise].join('\n');
  assert.equal(
    digest(text, 1_000),
    [
      'step 19',
      'Error: first',
      'at place',
      'step 0',
      '…',
      'step 19',
      'Error: second',
      'step 0',
      'step 1',
    ].join('\n'),
  );
});

test('the same line again and again counts once, and nothing is too much', () => {
  const flood = Array.from({ length: 10_000 }, (_, i) => `Error: number ${i}\n${'x'.repeat(5_000)}`).join(
    '\n',
  );
  assert(digest(flood, 1_000).length <= 1_000);
  assert.equal(digest('Error: again\n'.repeat(1_000), 1_000), 'Error: again\nError: again\nError: again');
});

test('hostile lines take no time', () => {
  const lines = [
    'a:'.repeat(100_000),
    ' '.repeat(200_000),
    `x${'.'.repeat(100_000)}Error`,
    '0:0:'.repeat(50_000),
  ];
  const began = performance.now();
  digest(lines.join('\n'), 1_000);
  assert(performance.now() - began < 1_000);
});
