import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf as ofGemini } from '../../../src/delegate/kinds/gemini/figures.ts';
import { figuresOf as ofOpencode } from '../../../src/delegate/kinds/opencode/figures.ts';
import { withSettings } from '../../../src/delegate/kinds/opencode/opencode.ts';

test('what opencode has used is in its export', () => {
  const tokens = { input: 6, output: 5, reasoning: 1, cache: { read: 4, write: 0 } };
  const answer = { role: 'assistant', providerID: 'standin', modelID: 'small', cost: 0.5, tokens };
  const messages = [{ role: 'user' }, answer, { ...answer, modelID: 'large' }].map((info) => ({
    info,
    parts: [],
  }));
  assert.deepEqual(ofOpencode(JSON.stringify({ info: {}, messages })), {
    apiCalls: 2,
    cost: 1,
    inputTokens: 20,
    outputTokens: 12,
    model: 'standin/large',
  });
  for (const nothing of ['', '{"messages":[', '{"messages":[]}']) assert.deepEqual(ofOpencode(nothing), {});
});

test('what opencode is told about permissions is added to what it was given', () => {
  const given = JSON.stringify({ share: 'disabled', experimental: { other: 1 } });
  assert.deepEqual(JSON.parse(withSettings(given, true)), {
    share: 'disabled',
    experimental: { other: 1, continue_loop_on_deny: true },
    permission: { '*': 'ask' },
  });
  assert.deepEqual(JSON.parse(withSettings('no JSON', false)), {
    experimental: { continue_loop_on_deny: true },
  });
});

test('what Gemini CLI has used is in its answers and its record of the chat', () => {
  const prompt = (input_tokens: number) => ({
    _meta: { quota: { token_count: { input_tokens, output_tokens: 5 } } },
  });
  const asked = (id: string, model: string) =>
    JSON.stringify({ id, type: 'gemini', tokens: { input: 1 }, model });
  const chat = [
    '{"$set":{"lastUpdated":"2026-11-16"}}',
    asked('a', 'one'),
    JSON.stringify({ id: 'b', type: 'gemini', toolCalls: [] }),
    asked('c', 'two'),
    asked('c', 'two'),
    '{"id": "cut of',
  ];
  assert.deepEqual(ofGemini(chat.join('\n'), [prompt(10), prompt(20), {}]), {
    apiCalls: 2,
    model: 'two',
    inputTokens: 30,
    outputTokens: 10,
  });
  assert.deepEqual(ofGemini('', []), {});
});
