import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { costOf, knownModel } from '../../../src/agent/models/prices.ts';
import { hosted } from '../../../src/agent/models/providers.ts';

const million = 1_000_000;

describe('what a step costs', () => {
  const price = { input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 };

  test('is less for what was cached, and more for what was put there', () => {
    assert.equal(costOf({ inputTokens: million, cachedTokens: 0, outputTokens: million }, price), 18);
    const usage = { inputTokens: 3 * million, cachedTokens: million, outputTokens: 0 };
    assert.equal(costOf({ ...usage, cacheWriteTokens: million }, price), 3 + 0.3 + 3.75);
  });

  test('is that of other input where nothing else is known', () => {
    const usage = { inputTokens: million, cachedTokens: million, outputTokens: 0 };
    assert.equal(costOf(usage, { input: 2, output: 4 }), 2);
  });
});

describe('models that are known', () => {
  test('are those that are chosen by themselves', () => {
    for (const { name, defaultModel } of hosted) assert.ok(knownModel(`${name}/${defaultModel}`), name);
  });

  test('have a day in their names, too', () => {
    assert.equal(knownModel('anthropic/claude-haiku-4-5-20251001')?.input, 1);
    assert.equal(knownModel('openai/gpt-5.4-2026-03-05')?.input, 2.5);
    assert.equal(knownModel('openai/gpt-5.4-nano'), undefined);
    assert.equal(knownModel('mine/gpt-5.4'), undefined);
  });
});
