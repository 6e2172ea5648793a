import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { isObject } from '../../base/is-object.ts';
import type { Image, ModelMessage, ModelRequest, OfferedTool, Reasoning, Text, ToolCall } from '../model.ts';

type Said = Text | Reasoning | ToolCall;
type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Anthropic keeps what it has read only up to such a mark; the others do so by themselves. */
const CACHE_MARK: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** A request in the words of the AI SDK. `sealer`: under which name the provider seals. */
export function toPrompt(
  { instructions, messages }: Pick<ModelRequest, 'instructions' | 'messages'>,
  sealer: string,
): LanguageModelV4Prompt {
  const said = messages
    .map((message) => toMessage(message, sealer))
    // Providers refuse a message without content, such as one whose thoughts were another provider's.
    .filter(({ content }) => content.length > 0);
  const last = said.pop();
  return [
    ...(instructions
      ? [{ role: 'system' as const, content: instructions, providerOptions: CACHE_MARK }]
      : []),
    ...said,
    ...(last ? [{ ...last, providerOptions: CACHE_MARK }] : []),
  ];
}

export const toTools = (tools: readonly OfferedTool[]): LanguageModelV4FunctionTool[] =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as JSONSchema7,
  }));

function toMessage(message: ModelMessage, sealer: string): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content.flatMap(toUserPart) };
    case 'assistant':
      return { role: 'assistant', content: message.content.flatMap((part) => toPart(part, sealer)) };
    case 'tool':
      return {
        role: 'tool',
        content: message.content.map(({ id, tool, output, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: tool,
          output: { type: isError ? 'error-text' : 'text', value: output },
        })),
      };
  }
}

function toUserPart(part: Text | Image): UserPart[] {
  if (part.type === 'text') return part.text ? [{ type: 'text', text: part.text }] : [];
  return [{ type: 'file', mediaType: part.mediaType, data: { type: 'data', data: part.data } }];
}

function toPart(part: Said, sealer: string): AssistantPart[] {
  const own = isObject(part.seal) ? part.seal[sealer] : undefined;
  const sealed = own === undefined ? {} : { providerOptions: { [sealer]: own } as SharedV4ProviderOptions };
  switch (part.type) {
    case 'text':
      return part.text || own ? [{ type: 'text', text: part.text, ...sealed }] : [];
    // Sealed by somebody else it is not theirs to read.
    case 'reasoning':
      return part.seal && !own ? [] : [{ type: 'reasoning', text: part.text, ...sealed }];
    case 'call':
      return [
        {
          type: 'tool-call',
          toolCallId: part.id,
          toolName: part.tool,
          input: toInput(part.input),
          ...sealed,
        },
      ];
  }
}

/** What was not JSON must still be an object when it is shown again. */
const toInput = (input: unknown): unknown => (isObject(input) ? input : { input });
