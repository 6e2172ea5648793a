import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPort, parsePorts } from '../../src/keeper/ports.ts';

test('ports are read as the kernel writes them', () => {
  const text =
    '0100007F:1F90 12;00000000:0016 1;00000000000000000000000001000000:0BB8 7;' +
    '00000000000000000000000000000000:0BB9 7;0000000000000000FFFF00000100007F:0050 9;B80D0120000000000000000034120000:0001 3;';
  assert.deepEqual(
    parsePorts(text)?.map((one) => `${formatPort(one)} ${one.pid}`),
    [
      '127.0.0.1:8080 12',
      '0.0.0.0:22 1',
      '[::1]:3000 7',
      '[::]:3001 7',
      '127.0.0.1:80 9',
      '[2001:db8::1234]:1 3',
    ],
  );
});

test('none, unknown, and what is damaged', () => {
  assert.deepEqual(parsePorts(''), []);
  assert.equal(parsePorts(undefined), undefined);
  assert.deepEqual(parsePorts('0100007F:1F90;x;0100007F:1F9 1;;'), []);
});
