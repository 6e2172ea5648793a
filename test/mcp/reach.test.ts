import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recogniseAgent } from '../../src/mcp/agents.ts';
import { reachOf } from '../../src/mcp/reach.ts';

const own = { declaresTasks: false, isFallback: true, hasConnection: true };

const rows = [
  ['a task where this request allows it', 'claude-code', { ...own, declaresTasks: true }, 'task'],
  ['rides where the connection is one conversation', 'claude-code', own, 'ride'],
  ['nothing where conversations cannot be told apart', 'opencode', own, 'none'],
  ['rides where a plugin tells them apart', 'opencode', { ...own, isFallback: false }, 'ride'],
  ['nothing where not even a connection tells', 'some-client', { ...own, hasConnection: false }, 'none'],
  [
    'rides to a session that is named',
    'some-client',
    { ...own, hasConnection: false, isFallback: false },
    'ride',
  ],
] as const;

for (const [about, client, caller, reach] of rows) {
  it(about, () => assert.equal(reachOf({ ...caller, agent: recogniseAgent(client) }), reach));
}
