import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfThisMachine, plainFetch } from '../../../src/agent/models/http.ts';
import { Model as StandIn } from '../../testbed/model.ts';

test('a provider elsewhere is asked through the proxy that the environment names, this machine is not', async (t) => {
  const proxy = await StandIn.start();
  const server = await StandIn.start();
  t.after(() => {
    proxy.stop();
    server.stop();
    delete process.env.HTTP_PROXY;
  });
  process.env.HTTP_PROXY = proxy.url;
  for (const url of ['http://models.invalid/v1/models', `${server.url}/v1/models`]) {
    const answer = await plainFetch(url, {});
    assert.ok(answer.ok);
    await answer.body?.cancel();
  }
  assert.equal(proxy.asides.length, 1);
  assert.equal(server.asides.length, 1);
});

test('this machine is what it says', () => {
  for (const url of ['http://localhost:1234/v1', 'http://127.0.0.1/v1', 'https://[::1]:8000'])
    assert.ok(isOfThisMachine(url), url);
  for (const url of [
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com',
    'https://a/localhost',
  ])
    assert.ok(!isOfThisMachine(url), url);
});
