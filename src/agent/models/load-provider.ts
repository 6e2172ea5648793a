import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelApi } from '../../base/config.ts';
import { plainFetch } from './http.ts';
import type { Provider } from './providers.ts';

type Settings = { readonly baseURL?: string; readonly apiKey: string; readonly fetch: typeof fetch };

/** Each is loaded when it is the one that is asked. */
const loaders: Readonly<Record<ModelApi, (settings: Settings, model: string) => Promise<LanguageModelV4>>> = {
  anthropic: async (settings, model) =>
    (await import('@ai-sdk/anthropic')).createAnthropic(settings).languageModel(model),
  openai: async (settings, model) => (await import('@ai-sdk/openai')).createOpenAI(settings).responses(model),
  google: async (settings, model) =>
    (await import('@ai-sdk/google')).createGoogle(settings).languageModel(model),
  chat: async ({ baseURL = '', apiKey, fetch }, model) =>
    (await import('@ai-sdk/openai-compatible'))
      .createOpenAICompatible({ name: 'chat', baseURL, ...(apiKey && { apiKey }), includeUsage: true, fetch })
      .chatModel(model),
};

export function loadProvider({ api, baseUrl }: Provider, model: string, key = ''): Promise<LanguageModelV4> {
  return loaders[api]({ ...(baseUrl && { baseURL: baseUrl }), apiKey: key, fetch: plainFetch }, model);
}
