import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { ModelStep, ToolCall, Usage } from '../model.ts';

type Draft = { type: 'text' | 'reasoning'; text: string; seal?: SharedV4ProviderMetadata };

/** A stream that ended before the provider said so. */
export class BrokenStream extends Error {}

/** Reads a streamed step to its end. Throws what the provider or the connection reports in the middle of it. */
export async function readStep(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  callId: (position: number) => string,
  onText: (text: string) => void,
): Promise<ModelStep> {
  const content: (Draft | ToolCall)[] = [];
  const open = new Map<string, Draft>();
  let calls = 0;
  for await (const part of stream) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const draft: Draft = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' };
        open.set(part.type[0] + part.id, draft);
        content.push(draft);
        addSeal(draft, part.providerMetadata);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end': {
        const draft = open.get(part.type[0] + part.id);
        if (!draft) break;
        addSeal(draft, part.providerMetadata);
        if (!('delta' in part)) break;
        draft.text += part.delta;
        if (draft.type === 'text' && part.delta) onText(part.delta);
        break;
      }
      case 'tool-call': {
        const { toolName: tool, input, providerMetadata: seal } = part;
        content.push({ type: 'call', id: callId(calls++), tool, input: parse(input), ...(seal && { seal }) });
        break;
      }
      case 'error':
        throw part.error;
      case 'finish': {
        const finish = finishOf(part.finishReason, calls > 0);
        return { content: trim(content, finish), finish, usage: usageOf(part.usage) };
      }
    }
  }
  throw new BrokenStream();
}

function addSeal(draft: Draft, metadata: SharedV4ProviderMetadata | undefined): void {
  for (const [sealer, values] of Object.entries(metadata ?? {}))
    draft.seal = { ...draft.seal, [sealer]: { ...draft.seal?.[sealer], ...values } };
}

function parse(input: string): unknown {
  if (input.trim() === '') return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function finishOf({ unified }: LanguageModelV4FinishReason, hasCalls: boolean): ModelStep['finish'] {
  if (unified === 'length') return 'length';
  if (unified === 'content-filter') return 'refused';
  if (unified === 'error' || unified === 'interrupted') throw new BrokenStream();
  return hasCalls ? 'calls' : 'said';
}

/** Without what says nothing, and calls that were cut off in the middle. */
function trim(content: readonly (Draft | ToolCall)[], finish: ModelStep['finish']): ModelStep['content'] {
  return content.filter((part) =>
    part.type === 'call'
      ? finish !== 'length' || typeof part.input !== 'string'
      : part.text !== '' || part.seal !== undefined,
  );
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    ...(inputTokens.cacheWrite && { cacheWriteTokens: inputTokens.cacheWrite }),
    outputTokens: outputTokens.total ?? 0,
  };
}
