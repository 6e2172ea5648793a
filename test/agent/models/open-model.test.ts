import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listModels, openModel, pickModel } from '../../../src/agent/models/open-model.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { ask, user } from './dialects.ts';

describe('the model that is picked', () => {
  const pick = async (wish: string | undefined, config: Partial<typeof defaultConfig>, env = {}) => {
    const choice = await pickModel(wish, { ...defaultConfig, ...config }, env);
    assert.ok(choice.kind === 'chosen', JSON.stringify(choice));
    return choice;
  };

  test('is the one of the command line, then of the configuration', async () => {
    const env = { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: 'y' };
    assert.equal((await pick('openai/a', { agentModel: 'anthropic/b' }, env)).model, 'a');
    assert.equal((await pick(undefined, { agentModel: 'openai/b' }, env)).model, 'b');
    assert.equal((await pick(undefined, {}, env)).provider.name, 'anthropic');
  });

  test('of a configured server is asked there, and costs nothing on this machine', async () => {
    const standIn = await StandIn.start();
    standIn.models.push('tiny');
    standIn.script('greet', ['Hello.']);
    const agentProviders = { mine: { baseUrl: `${standIn.url}/v1`, contextTokens: 4_096 } };
    const model = await openModel(await pick('mine', { agentProviders }), defaultConfig, {});
    assert.equal(model.name, 'mine/tiny');
    assert.equal(model.contextTokens, 4_096);
    const { usage } = await ask(model, [user('greet me')]);
    assert.equal(model.costOf(usage), 0);
    standIn.stop();
  });

  test('is asked where its variable says, with its price and length', async () => {
    const standIn = await StandIn.start();
    standIn.script('greet', ['Hello.']);
    const env = { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: standIn.url };
    const choice = await pick('anthropic/claude-sonnet-4-5-20250929', {}, env);
    const model = await openModel(
      choice,
      { agentPrices: { [`anthropic/${choice.model}`]: { input: 1, output: 2 } } },
      env,
    );
    const { usage } = await ask(model, [user('greet me')]);
    assert.equal(model.costOf(usage), 20 / 1e6);
    assert.equal(model.contextTokens, 200_000);
    standIn.stop();
  });
});

test('what can be chosen is what keys are for, and what servers have', async () => {
  const standIn = await StandIn.start();
  standIn.models.push('tiny', 'org/large');
  const agentProviders = { mine: { baseUrl: `${standIn.url}/v1` } };
  const names = await listModels({ agentProviders }, { OPENAI_API_KEY: 'x' });
  assert.ok(names.includes('openai/gpt-5.4'));
  assert.ok(names.includes('mine/tiny') && names.includes('mine/org/large'));
  assert.ok(!names.some((name) => name.startsWith('anthropic/')));
  standIn.stop();
});
