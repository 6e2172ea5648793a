import type { Provider } from './providers.ts';

/** A server that answered, and what it has. */
export type FoundServer = { readonly provider: string; readonly models: readonly string[] };

export type Looked = {
  /** Providers whose key is there. */
  readonly keys: readonly string[];
  readonly servers: readonly FoundServer[];
};

export type Choice =
  | { readonly kind: 'chosen'; readonly provider: Provider; readonly model: string }
  /** Said line by line: what is missing, and what to do. */
  | { readonly kind: 'none'; readonly lines: readonly string[] };

/**
 * Which model is asked. `wish`: `provider/model` or a provider, from the command line or the configuration; without one
 * it is the first provider with a key, then the first server that answered.
 */
export function chooseModel(
  wish: string | undefined,
  providers: readonly Provider[],
  { keys, servers }: Looked,
): Choice {
  const modelsOf = ({ name }: Provider) => servers.find(({ provider }) => provider === name)?.models ?? [];
  if (wish) return chooseNamed(wish, providers, keys, modelsOf);
  const withKey = providers.find(({ name, defaultModel }) => defaultModel && keys.includes(name));
  if (withKey?.defaultModel) return { kind: 'chosen', provider: withKey, model: withKey.defaultModel };
  for (const provider of providers) {
    const model = firstTalking(modelsOf(provider));
    if (model) return { kind: 'chosen', provider, model };
  }
  return { kind: 'none', lines: howToGetOne };
}

function chooseNamed(
  wish: string,
  providers: readonly Provider[],
  keys: readonly string[],
  modelsOf: (provider: Provider) => readonly string[],
): Choice {
  const [, name = wish, rest] = /^([^/]+)\/(.+)$/s.exec(wish) ?? [];
  const provider = providers.find((one) => one.name === name);
  if (!provider)
    return none(
      `No provider is called ${name}: a model is named provider/model.`,
      `Known are ${providers.map((one) => one.name).join(', ')}.`,
      'Any other server that speaks the OpenAI API goes into agentProviders of config.json, with its baseUrl.',
    );
  if (needsKey(provider) && !keys.includes(name)) return none(...howToGiveKey(provider));
  const model = rest ?? provider.defaultModel ?? firstTalking(modelsOf(provider));
  if (!model)
    return none(
      `${provider.title} has no model${provider.baseUrl ? ` at ${provider.baseUrl}` : ''}, or does not answer.`,
      `Start it, or load a model into it.`,
      `Or name the model, as in --model ${name}/NAME.`,
    );
  return { kind: 'chosen', provider, model };
}

export const needsKey = ({ keyVariables, keyFile }: Provider): boolean =>
  keyVariables.length > 0 || keyFile !== undefined;

const howToGetOne = [
  'There is no model to ask: no key in the environment, and no model server on this machine.',
  'Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or start Ollama, llama.cpp, vLLM or LM Studio.',
  'Any other server that speaks the OpenAI API goes into agentProviders of config.json, with its baseUrl.',
];

function howToGiveKey({ name, title, keyVariables, keyFile }: Provider): readonly string[] {
  if (keyFile)
    return [
      `${title} needs a key, and ${keyFile} cannot be used.`,
      'It has to be there, hold nothing but the key, and be readable by you alone:',
      `chmod 600 ${keyFile}`,
    ];
  return [
    `${title} needs a key, and ${keyVariables.join(' or ')} is not set.`,
    'Set it in this shell,',
    `or name a private file with the key in config.json: {"agentProviders": {"${name}": {"apiKeyFile": "…"}}}.`,
  ];
}

const none = (...lines: readonly string[]): Choice => ({ kind: 'none', lines });

/** Servers list what makes vectors of texts, too. */
function firstTalking(models: readonly string[]): string | undefined {
  return models.find((model) => !/embed|rerank|whisper/i.test(model));
}
