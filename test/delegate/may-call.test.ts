import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { mayCallBy } from '../../src/delegate/may-call.ts';

test('calls of other agents are judged by our rules; what would need a question is refused', () => {
  const free = mayCallBy({ ...defaultConfig, agentDeny: ['terminal(git push*)', 'edit(/etc/*)'] }, '/work');
  assert.deepEqual(free('terminal', { command: 'make' }), { allow: true });
  assert.deepEqual(free('WebFetch', { url: 'https://x' }), { allow: true });
  for (const [tool, input] of [
    ['terminal', { command: 'cd /x && git push --force' }],
    ['edit', { path: '/etc/passwd' }],
  ] as const) {
    const answer = free(tool, input);
    assert.equal(answer.allow, false);
    assert.match(answer.allow ? '' : answer.reason, /forbid/);
  }
  const rules = mayCallBy(
    { ...defaultConfig, agentApproval: 'rules', agentAllow: ['terminal(make*)'] },
    '/work',
  );
  assert.deepEqual(rules('terminal', { command: 'make test' }), { allow: true });
  assert.deepEqual(rules('read', { path: 'x' }), { allow: true });
  for (const tool of ['terminal', 'edit', 'WebFetch']) assert.equal(rules(tool, {}).allow, false);
});
