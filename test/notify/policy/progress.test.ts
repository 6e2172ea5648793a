import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProgress } from '../../../src/notify/policy/progress.ts';

const table: [lines: string[], progress: string | undefined][] = [
  [['[ 45%] Building CXX object a.o'], '45%'],
  [['[123/400] CC main.o'], '123/400'],
  [[' 45%|████▌     | 450/1000 [00:10<00:12, 41.2it/s]'], '45%, 450/1000'],
  [['Epoch 3 of 10, loss 0.25'], '3/10'],
  [['99.5 % done'], '99.5%'],
  [['1/3', 'warning: unused variable', 'warning: unused import'], '1/3'],
  [['10%', '20%'], '20%'],
  [['10% 20%'], '20%'],
  [['10%', ...Array.from({ length: 10 }, () => 'noise')], undefined],
  [['reading src/1/2 and a/3', 'at 2026/11/16', '11/16 10:04:05 INFO', 'v1.2/3.4', '10-3/4'], undefined],
  [['7/3', '250% of the usual', 'x86/64'], undefined],
  [['nothing'], undefined],
  [[], undefined],
];

for (const [lines, progress] of table)
  test(`${JSON.stringify(lines.slice(0, 3))} says ${progress ?? 'nothing'}`, () => {
    assert.equal(findProgress(lines), progress);
  });
