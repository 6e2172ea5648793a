import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileTools } from '../../../src/agent/files/tools.ts';

test('the three tools cost a model less than 900 tokens, and say what may be repeated', () => {
  const tools = createFileTools({ folder: '/', state: '/nowhere' });
  const offered = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  assert(JSON.stringify(offered).length / 4 < 900);
  assert.deepEqual(
    tools.map(({ name, repeat }) => [name, repeat]),
    [
      ['read', 'harmless'],
      ['edit', 'once'],
      ['search', 'harmless'],
    ],
  );
});
