import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelPrice } from '../../base/config.ts';
import type { Model, ModelRequest } from '../model.ts';
import { toModelError } from './model-trouble.ts';
import { costOf } from './prices.ts';
import { toPrompt, toTools } from './prompt.ts';
import type { Provider } from './providers.ts';
import { readError } from './read-error.ts';
import { readStep } from './read-step.ts';
import { cannotSee, hasImages, MOST_SHOWN, showImages } from './shown-images.ts';

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
  const asked = { provider, model, key };
  /** It has said that it cannot: it is told what it does not see. */
  let isBlind = false;
  const ask = async (request: ModelRequest, signal: AbortSignal, onText: (text: string) => void) => {
    const messages = showImages(request.messages, isBlind ? 0 : MOST_SHOWN);
    const { stream } = await language.doStream({
      prompt: toPrompt({ ...request, messages }, sealers[provider.api]),
      tools: toTools(request.tools),
      abortSignal: signal,
      // Nothing of a conversation stays with the provider: the agent has all of it.
      providerOptions: { openai: { store: false } },
    });
    return readStep(stream, (position) => request.callId(position), onText);
  };
  return {
    name: `${provider.name}/${model}`,
    ...(contextTokens !== undefined && { contextTokens }),
    costOf: (usage) => price && costOf(usage, price),
    async step(request, { signal, onText }) {
      for (;;) {
        signal.throwIfAborted();
        try {
          return await ask(request, signal, onText);
        } catch (error) {
          signal.throwIfAborted();
          const sawOne = !isBlind && hasImages(request.messages);
          if (!sawOne || !cannotSee(readError(error).text)) throw toModelError(error, asked);
          isBlind = true;
        }
      }
    },
  };
}
