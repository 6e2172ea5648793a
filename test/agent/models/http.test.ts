import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callHttp, isOfThisMachine, plainFetch } from '../../../src/agent/models/http.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { until } from '../../until.ts';

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

test('a signal that falls when the answer has come, and is being read, ends nothing but the request', async (t) => {
  const server = await StandIn.start();
  t.after(() => server.stop());
  const stopping = new AbortController();
  const answer = await callHttp(`${server.url}/v1/models`, { signal: stopping.signal });
  answer.on('error', () => {});
  await until(() => answer.complete, 'all of the answer');
  // What nobody catches fails the test.
  answer.resume();
  answer.once('data', () => stopping.abort());
  await until(() => answer.destroyed, 'its end');
  await new Promise(setImmediate);
  await assert.rejects(callHttp(server.url, { signal: stopping.signal }), { name: 'AbortError' });
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
