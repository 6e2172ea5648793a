import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelPrice } from '../../base/config.ts';
import type { Model } from '../model.ts';
import { toModelError } from './model-trouble.ts';
import { costOf } from './prices.ts';
import { toPrompt, toTools } from './prompt.ts';
import type { Provider } from './providers.ts';
import { readStep } from './read-step.ts';

/** Under which name each of the SDK's packages seals. */
const sealers = { anthropic: 'anthropic', openai: 'openai', google: 'google', chat: 'chat' } as const;

export type OpenedModel = {
  readonly language: LanguageModelV4;
  readonly provider: Provider;
  readonly model: string;
  readonly key: string | undefined;
  readonly price: ModelPrice | undefined;
  readonly contextTokens: number | undefined;
};

/**
 * A model of the AI SDK's providers, asked for one step. Below `streamText`: what that adds (further steps, retries,
 * telemetry, a gateway) is done by the agent or not wanted, and costs 40 ms and 4 MB to load.
 */
export function aiSdkModel({ language, provider, model, key, price, contextTokens }: OpenedModel): Model {
  return {
    name: `${provider.name}/${model}`,
    ...(contextTokens !== undefined && { contextTokens }),
    costOf: (usage) => price && costOf(usage, price),
    async step(request, { signal, onText }) {
      signal.throwIfAborted();
      try {
        const { stream } = await language.doStream({
          prompt: toPrompt(request, sealers[provider.api]),
          tools: toTools(request.tools),
          abortSignal: signal,
          // Nothing of a conversation stays with the provider: the agent has all of it.
          providerOptions: { openai: { store: false } },
        });
        return await readStep(stream, (position) => request.callId(position), onText);
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, { provider, model, key });
      }
    },
  };
}
