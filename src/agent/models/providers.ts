/** Who can be asked, as far as it needs no configuration. */
import type { ModelApi, ProviderEntry } from '../../base/config.ts';

export type Provider = {
  readonly name: string;
  /** As people know it. */
  readonly title: string;
  readonly api: ModelApi;
  /** Undefined: the provider's own. */
  readonly baseUrl?: string;
  /** Where people say that it is somewhere else. */
  readonly baseUrlVariable?: string;
  /** The first of these variables that is set is the key. Empty: it wants none. */
  readonly keyVariables: readonly string[];
  /** Instead of a variable, a file that nobody else can read. */
  readonly keyFile?: string;
  /** What is asked when only the provider was named; a server is asked what it has. */
  readonly defaultModel?: string;
  readonly contextTokens?: number;
};

/** In the order in which they are chosen. */
export const hosted: readonly Provider[] = [
  {
    name: 'anthropic',
    title: 'Anthropic',
    api: 'anthropic',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
    defaultModel: 'claude-sonnet-5',
  },
  {
    name: 'openai',
    title: 'OpenAI',
    api: 'openai',
    baseUrlVariable: 'OPENAI_BASE_URL',
    keyVariables: ['OPENAI_API_KEY'],
    defaultModel: 'gpt-5.4',
  },
  {
    name: 'google',
    title: 'Google',
    api: 'google',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    defaultModel: 'gemini-3.5-flash',
  },
];

/** Servers of this machine, on their usual ports. */
export const local: readonly (Provider & { readonly baseUrl: string })[] = [
  localServer('ollama', 'Ollama', 11434),
  localServer('llamacpp', 'llama.cpp', 8080),
  localServer('vllm', 'vLLM', 8000),
  localServer('lmstudio', 'LM Studio', 1234),
];

function localServer(name: string, title: string, port: number) {
  return { name, title, api: 'chat', baseUrl: `http://127.0.0.1:${port}/v1`, keyVariables: [] } as const;
}

/** Those that are known, changed by the configured ones, and these; what is configured comes first. */
export function allProviders(entries: Readonly<Record<string, ProviderEntry>>): readonly Provider[] {
  const known = [...hosted, ...local];
  const configured = Object.entries(entries).map(([name, { apiKeyEnv, apiKeyFile, ...entry }]): Provider => {
    const base = known.find((one) => one.name === name);
    return {
      ...(base ?? { name, title: name, api: 'chat' }),
      ...entry,
      keyVariables: apiKeyEnv ? [apiKeyEnv] : apiKeyFile ? [] : (base?.keyVariables ?? []),
      ...(apiKeyFile && { keyFile: apiKeyFile }),
    };
  });
  return [...configured, ...known.filter(({ name }) => !(name in entries))];
}
