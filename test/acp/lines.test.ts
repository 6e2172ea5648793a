import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readLines } from '../../src/acp/lines.ts';

test('lines come out as they went in, wherever the stream was cut, and so does what has no end', async () => {
  const text = 'one\n\r\n  {"täö": 1}\n\n€uro\nrest';
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const lines: string[] = [];
    for await (const line of readLines(Readable.from(chunks))) lines.push(String(line));
    assert.deepEqual(lines, ['one\n', '\r\n', '  {"täö": 1}\n', '\n', '€uro\n', 'rest']);
  }
});
