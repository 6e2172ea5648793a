import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolName } from '../../../src/agent/mcp/tool-names.ts';

const none = new Set<string>();

test('tools have names that every provider takes, the same in every life', () => {
  assert.equal(toolName('docs', 'find-page', none), 'docs_find-page');
  assert.equal(toolName('my.docs', 'find page/ü', none), 'my_docs_find_page__');
  const long = toolName('docs', 'x'.repeat(100), none);
  assert.match(long, /^docs_x{50}_[0-9a-f]{8}$/);
  assert.equal(toolName('docs', 'x'.repeat(100), none), long);
  assert.notEqual(toolName('docs', 'x'.repeat(101), none), long);
});

test('of two that would have the same name the second has one of its own', () => {
  const first = toolName('a_b', 'c', none);
  const second = toolName('a', 'b_c', new Set([first]));
  assert.equal(first, 'a_b_c');
  assert.match(second, /^a_b_c_[0-9a-f]{8}$/);
});
