import type { Config, ModelPrice } from '../../base/config.ts';
import type { Model } from '../model.ts';
import { type Choice, chooseModel } from './choose-model.ts';
import { type Environment, findKeys, findServers } from './find-models.ts';
import { isOfThisMachine } from './http.ts';
import { knownModel, knownModels } from './prices.ts';
import { allProviders, type Provider } from './providers.ts';
import { readKey } from './read-key.ts';

type Settings = Pick<Config, 'agentModel' | 'agentProviders' | 'agentPrices'>;

/**
 * The model to ask. `wish`: `--model`, which goes before the configuration. Servers are looked for only when needed, and
 * `withinMs` is how long they may take to answer.
 */
export async function pickModel(
  wish: string | undefined,
  { agentModel, agentProviders }: Settings,
  env: Environment,
  withinMs?: number,
): Promise<Choice> {
  const providers = allProviders(agentProviders);
  const keys = findKeys(providers, env);
  const choose = (servers: Parameters<typeof chooseModel>[2]['servers']) =>
    chooseModel(wish || agentModel || undefined, providers, { keys, servers });
  const choice = choose([]);
  return choice.kind === 'chosen' ? choice : choose(await findServers(providers, env, withinMs));
}

/** What can be chosen, by name: the known models of providers whose key is there, and what servers have. */
export async function listModels(
  { agentProviders }: Pick<Settings, 'agentProviders'>,
  env: Environment,
): Promise<readonly string[]> {
  const providers = allProviders(agentProviders);
  const keys = findKeys(providers, env);
  const servers = await findServers(providers, env);
  return [
    ...knownModels.filter((name) => keys.includes(name.replace(/\/.*/s, ''))),
    ...servers.flatMap(({ provider, models }) => models.map((model) => `${provider}/${model}`)),
  ];
}

/** Loads what the chosen provider needs, and nothing of the others. */
export async function openModel(
  { provider, model }: Extract<Choice, { kind: 'chosen' }>,
  { agentPrices }: Pick<Settings, 'agentPrices'>,
  env: Environment,
): Promise<Model> {
  const [{ aiSdkModel }, { loadProvider }] = await Promise.all([
    import('./ai-sdk-model.ts'),
    import('./load-provider.ts'),
  ]);
  const name = `${provider.name}/${model}`;
  const placed = { ...provider, ...placeOf(provider, env) };
  const known = knownModel(name);
  const key = readKey(provider, env);
  return aiSdkModel({
    language: await loadProvider(placed, model, key),
    provider: placed,
    model,
    key,
    price: agentPrices[name] ?? (isOfThisMachine(placed.baseUrl) ? FREE : known),
    contextTokens: provider.contextTokens ?? known?.contextTokens,
  });
}

const FREE: ModelPrice = { input: 0, output: 0 };

/** Where people have told other programs to find it: a key for a proxy is not sent anywhere else. */
function placeOf({ api, baseUrl, baseUrlVariable = '' }: Provider, env: Environment): { baseUrl?: string } {
  const place = baseUrl ?? env[baseUrlVariable]?.replace(/\/$/, '');
  if (!place) return {};
  // Anthropic's own programs add the version themselves.
  return { baseUrl: api === 'anthropic' && /^https?:\/\/[^/]+$/.test(place) ? `${place}/v1` : place };
}
