import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesRoute } from '../../src/daemon/route.ts';
import { fileReply } from '../../src/transport/file-reply.ts';
import { text } from '../cli/cli-home.ts';
import { ask, askJson } from '../daemon/http.ts';
import { serveHome } from '../daemon/serving.ts';

const filesIn = (folder: string) =>
  bytesRoute({
    method: 'GET',
    path: '/v1/files/*',
    name: 'getFile',
    summary: 'A file.',
    media: 'text/plain',
    handle: ({ id: rest }) => fileReply(join(folder, rest), 'text/plain'),
  });

test('a route with a wildcard answers with a file', async (t) => {
  const folder = await serveHome(t, (home) => ({ routes: [filesIn(join(home, 'files'))] }));
  mkdirSync(join(folder, 'files/below'), { recursive: true });
  const content = 'a line\n'.repeat(100_000);
  writeFileSync(join(folder, 'files/below/a file.txt'), content);
  writeFileSync(join(folder, 'files/empty'), '');

  const answer = await ask(folder, 'GET', '/v1/files/below/a%20file.txt');
  assert.equal(answer.headers['content-type'], 'text/plain');
  assert.equal(answer.headers['content-length'], String(content.length));
  assert.equal(await text(answer), content);
  assert.equal(await text(await ask(folder, 'GET', '/v1/files/empty')), '');

  for (const path of ['/v1/files/none', '/v1/files/below', '/v1/files/..%2Ftoken']) {
    const { status, json } = await askJson<{ code: string }>(folder, 'GET', path);
    assert.deepEqual([status, json.code], [404, 'not_found'], path);
  }
});
