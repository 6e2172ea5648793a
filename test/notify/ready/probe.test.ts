import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOwnUrl, findUrl, nextPause, parseProbe, toConnect } from '../../../src/notify/ready/probe.ts';

test('the forms of a probe', () => {
  assert.deepEqual(parseProbe(':3000'), { kind: 'port', port: 3000 });
  assert.deepEqual(parseProbe(':'), { kind: 'port', port: 0 });
  assert.deepEqual(parseProbe('https://localhost:8443/up'), {
    kind: 'url',
    url: 'https://localhost:8443/up',
  });
  assert.deepEqual(parseProbe('! pg_isready -q'), { kind: 'command', command: 'pg_isready -q' });
  for (const pattern of ['Listening on', '/ready in \\d+ ms/i', 'localhost:3000', ':80 is open'])
    assert.deepEqual(parseProbe(pattern), { kind: 'pattern', pattern });
});

test('what can never hold is refused, with the forms', () => {
  for (const wrong of ['!', '! ', ':70000', 'http://', '', '/(/', 'two\nlines'])
    assert.throws(() => parseProbe(wrong), { code: 'bad_request' }, wrong);
});

test('it is looked for every 100 ms at first, then every second, and never more than it rests', () => {
  const pauses = [100];
  for (let i = 0; i < 10; i++) pauses.push(nextPause(pauses.at(-1) ?? 0, 3));
  assert.deepEqual([pauses[1], pauses.at(-1)], [150, 1000]);
  assert.equal(nextPause(100, 5000), 5000);
});

test('where it can be reached, from what it printed', () => {
  assert.equal(findUrl('  ➜  Local:   http://localhost:5173/'), 'http://localhost:5173/');
  assert.equal(findUrl('Serving at (http://127.0.0.1:8000).'), 'http://127.0.0.1:8000');
  assert.equal(findUrl('no such thing'), undefined);
  const port = { address: '127.0.0.1', port: 5173, pid: 1 };
  const lines = ['see https://vite.dev/guide', 'on http://localhost:5173/'];
  assert.equal(findOwnUrl(lines, [port]), 'http://localhost:5173/');
  assert.equal(findOwnUrl(lines, []), undefined);
  assert.equal(toConnect(port), '127.0.0.1:5173');
  assert.equal(toConnect({ ...port, address: '::' }), 'localhost:5173');
  assert.equal(toConnect({ ...port, address: '::1' }), '[::1]:5173');
});
