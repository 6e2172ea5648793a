import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../src/base/config.ts';
import { mayCallBy } from '../../src/delegate/may-call.ts';

test('calls of other agents are judged by our rules; what would need a question is refused', () => {
  const deny = ['terminal(git push*)', 'edit(/etc/*)', 'terminal(far: rm *)'];
  const free = mayCallBy({ ...defaultConfig, agentDeny: deny }, { workdir: '/work' });
  assert.deepEqual(free('terminal', { command: 'rm x' }), { allow: true });
  const far = mayCallBy({ ...defaultConfig, agentDeny: deny }, { workdir: '', environment: 'far' });
  assert.equal(far('terminal', { command: 'rm x' }).allow, false);
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
    { workdir: '/work' },
  );
  assert.deepEqual(rules('terminal', { command: 'make test' }), { allow: true });
  assert.deepEqual(rules('read', { path: 'x' }), { allow: true });
  for (const tool of ['terminal', 'edit', 'WebFetch']) assert.equal(rules(tool, {}).allow, false);
});
