import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { findServers } from '../../../src/agent/models/find-models.ts';
import { local } from '../../../src/agent/models/providers.ts';
import { Model as StandIn } from '../../testbed/model.ts';

const server = (name: string, baseUrl: string) =>
  ({ name, title: name, api: 'chat', baseUrl, keyVariables: [] }) as const;

describe('looking for servers', () => {
  test('finds those that answer with models, and waits for no others', async () => {
    const standIn = await StandIn.start();
    standIn.models.push('qwen3:8b', 'phi');
    const silent = createServer(() => {});
    const other = createServer((_, response) => response.end('<html>Hello</html>'));
    const ports = await Promise.all([silent, other].map(listen));
    const began = performance.now();
    const found = await findServers(
      [
        server('one', `${standIn.url}/v1`),
        ...ports.map((port, at) => server(`no${at}`, `http://127.0.0.1:${port}/v1`)),
      ],
      {},
      200,
    );
    assert.deepEqual(found, [{ provider: 'one', models: ['qwen3:8b', 'phi'] }]);
    assert.ok(performance.now() - began < 5_000);
    standIn.stop();
    for (const each of [silent, other]) {
      each.close();
      each.closeAllConnections();
    }
  });

  test('looks at their usual ports', () => {
    assert.deepEqual(
      local.map(({ title, baseUrl }) => `${title} ${new URL(baseUrl).port}`),
      ['Ollama 11434', 'llama.cpp 8080', 'vLLM 8000', 'LM Studio 1234'],
    );
  });
});

function listen(one: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) =>
    one.listen(0, '127.0.0.1', () => {
      const address = one.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
}
