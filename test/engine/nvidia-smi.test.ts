import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseApps, parseMonitor } from '../../src/engine/nvidia-smi.ts';
import { monitored, nobody } from './nvidia-smi-output.ts';

const MIB = 2 ** 20;

test('what nvidia-smi printed on an H200 while a process computed is read', () => {
  assert.deepEqual([...parseMonitor(monitored(446))], [[446, { memoryBytes: 1924 * MIB, percent: 98 }]]);
  assert.deepEqual([...parseMonitor(nobody)], []);
});

test('a process on two processors uses both, and columns are found by their names', () => {
  const text = `# gpu   pid  type   fb   sm   command
# Idx     #   C/G   MB    %   name
    0   446     C  1000   98   python3
    1   446     C   500   50   python3
    1   500     G     -    -   Xorg
`;
  assert.deepEqual(
    [...parseMonitor(text)],
    [
      [446, { memoryBytes: 1500 * MIB, percent: 148 }],
      [500, { memoryBytes: 0, percent: 0 }],
    ],
  );
});

test('where only memory is told, there is no share', () => {
  assert.deepEqual(
    [...parseApps('446, 1924\n446, 76\n7, [N/A]\n')],
    [
      [446, { memoryBytes: 2000 * MIB, percent: undefined }],
      [7, { memoryBytes: 0, percent: undefined }],
    ],
  );
});

test('anything else is nothing', () => {
  for (const text of [
    '',
    'No devices were found\n',
    '\0\x01',
    '# gpu\n 0 446\n',
    `# gpu pid\n${'x '.repeat(99)}\n`,
  ])
    assert.deepEqual([...parseMonitor(text), ...parseApps(text)], []);
});
