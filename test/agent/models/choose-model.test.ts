import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Choice, chooseModel } from '../../../src/agent/models/choose-model.ts';
import { allProviders } from '../../../src/agent/models/providers.ts';

const providers = allProviders({
  mine: { baseUrl: 'https://models.example/v1', apiKeyEnv: 'MINE_KEY' },
  open: { baseUrl: 'http://10.0.0.1/v1' },
});
const nothing = { keys: [], servers: [] };
const ollama = { provider: 'ollama', models: ['nomic-embed-text:latest', 'qwen3:8b'] };

const nameOf = (choice: Choice) =>
  choice.kind === 'chosen' ? `${choice.provider.name}/${choice.model}` : choice.lines.join('\n');

describe('with nothing configured', () => {
  const choose = (keys: readonly string[], servers = [ollama]) =>
    nameOf(chooseModel(undefined, providers, { keys, servers }));

  test('the first provider with a key is asked', () => {
    assert.match(choose(['google', 'openai', 'anthropic']), /^anthropic\/claude-/);
    assert.match(choose(['google', 'openai']), /^openai\/gpt-/);
    assert.match(choose(['google']), /^google\/gemini-/);
  });

  test('then a server of this machine, with a model that talks', () => {
    assert.equal(choose([]), 'ollama/qwen3:8b');
    assert.match(choose([], [{ provider: 'ollama', models: ['nomic-embed-text'] }]), /no model to ask/);
  });

  test('else three lines say what to do', () => {
    const choice = chooseModel(undefined, providers, nothing);
    assert.equal(choice.kind === 'none' && choice.lines.length, 3);
    assert.match(nameOf(choice), /ANTHROPIC_API_KEY.*OPENAI_API_KEY.*GEMINI_API_KEY.*Ollama/);
  });
});

describe('a model by name', () => {
  const choose = (wish: string, keys: readonly string[] = []) =>
    nameOf(chooseModel(wish, providers, { keys, servers: [ollama] }));

  test('is asked, whatever else is there', () => {
    assert.equal(choose('openai/gpt-x', ['anthropic', 'openai']), 'openai/gpt-x');
    assert.equal(choose('vllm/Qwen/Qwen3-8B', ['anthropic']), 'vllm/Qwen/Qwen3-8B');
    assert.equal(choose('mine/large', ['mine']), 'mine/large');
    assert.equal(choose('open/large'), 'open/large');
  });

  test('may be the provider alone', () => {
    assert.match(choose('google', ['google']), /^google\/gemini-/);
    assert.equal(choose('ollama'), 'ollama/qwen3:8b');
    assert.match(
      choose('lmstudio'),
      /LM Studio has no model at http:.*or name the model, as in --model lmstudio\/NAME/is,
    );
  });

  test('needs the key of its provider', () => {
    assert.match(choose('anthropic/claude-x'), /Anthropic needs a key, and ANTHROPIC_API_KEY is not set/);
    assert.match(choose('mine/large', ['anthropic']), /MINE_KEY is not set/);
  });

  test('of nobody is told with those that are known', () => {
    assert.match(choose('claude-x'), /No provider is called claude-x.*Known are mine, open, anthropic/s);
  });
});
