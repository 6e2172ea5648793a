import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agentEnvironment } from '../../src/acp/agent-environment.ts';

const config = (env: Readonly<Record<string, string | undefined>>): { plugin: string[]; share?: string } =>
  JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? 'null');

test('opencode gets our plugin, beside what it was given', () => {
  const alone = config(agentEnvironment('/usr/bin/opencode', { HOME: '/h' }));
  const [ours = ''] = alone.plugin;
  assert.ok(existsSync(fileURLToPath(ours)));
  const given = JSON.stringify({ plugin: ['theirs'], share: 'disabled' });
  const beside = config(agentEnvironment('opencode', { OPENCODE_CONFIG_CONTENT: given }));
  assert.deepEqual(beside, { plugin: ['theirs', ours], share: 'disabled' });
});

test('nobody else gets anything, and what cannot be read stays', () => {
  const env = { HOME: '/h' };
  assert.equal(agentEnvironment('gemini', env), env);
  const odd = { OPENCODE_CONFIG_CONTENT: '{ // a comment\n}' };
  assert.equal(agentEnvironment('opencode', odd), odd);
});
