import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseReader } from '../../src/client/response-reader.ts';

function read(text: string, pieceLength: number) {
  const reader = new ResponseReader();
  const bytes = Buffer.from(text);
  let body = '';
  for (let at = 0; at < bytes.length; at += pieceLength) {
    body += Buffer.concat(reader.push(bytes.subarray(at, at + pieceLength))).toString();
  }
  return { status: reader.status, body, isComplete: reader.isComplete };
}

const withLength = 'HTTP/1.1 201 Created\r\nContent-Length: 7\r\nDate: x\r\n\r\n{"a":1}';
const inChunks =
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\n, my\r\nworld\r\n0\r\n\r\n';

for (const pieceLength of [1, 2, 3, 7, 1000]) {
  test(`answers are read from pieces of ${pieceLength} bytes`, () => {
    assert.deepEqual(read(withLength, pieceLength), { status: 201, body: '{"a":1}', isComplete: true });
    assert.deepEqual(read(inChunks, pieceLength), {
      status: 200,
      body: 'hello, my\r\nworld',
      isComplete: true,
    });
  });
}

test('an answer that was cut off is not complete', () => {
  for (let end = 1; end < withLength.length; end += 1)
    assert.equal(read(withLength.slice(0, end), 9).isComplete, false);
  const upToLastChunk = inChunks.indexOf('0\r\n\r\n') + 2;
  for (let end = 1; end < upToLastChunk; end += 1)
    assert.equal(read(inChunks.slice(0, end), 9).isComplete, false);
});

test('an empty body is complete at once', () => {
  assert.equal(read('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 1000).isComplete, true);
});
