import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSseParser } from '../../src/client/sse.ts';

const stream = Buffer.from(
  'id: 5\n\n: alive\n\nevent: output\nid: 9\ndata: {"a":"ü"}\n\nevent: ended\nid: 9\ndata: {}\n\nevent: cut\nid: 10\n',
);

for (const length of [1, 2, 5, 1000]) {
  test(`events are cut out of pieces of ${length} bytes`, () => {
    const parse = createSseParser();
    const events = [];
    for (let at = 0; at < stream.length; at += length)
      events.push(...parse(stream.subarray(at, at + length)));
    assert.deepEqual(events, [
      { name: '', id: '5', data: '' },
      { name: 'output', id: '9', data: '{"a":"ü"}' },
      { name: 'ended', id: '9', data: '{}' },
    ]);
  });
}
