import { type Answer, type Body, type Dialect, list, newId, type Said, textOf, tokens } from './types.ts';

type Message = { readonly role: string; readonly content?: unknown };
type Tool = { readonly function?: { readonly name: string } };

const speakers: Readonly<Record<string, Said['by']>> = { assistant: 'model', user: 'user', tool: 'tool' };

/** OpenAI's chat completions, as opencode's OpenAI-compatible providers ask. */
export const chatCompletions: Dialect = {
  path: /\/chat\/completions$/,
  read: (body) => ({
    said: list<Message>(body.messages).map(({ role, content }) => ({
      by: speakers[role] ?? 'system',
      text: textOf(content),
    })),
    tools: list<Tool>(body.tools).flatMap((tool) => tool.function?.name ?? []),
  }),
  *write(answer, body) {
    const chunk = (delta: object, finish: string | null): readonly [string, unknown] => [
      '',
      {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: body.model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(finish && { usage }),
      },
    ];
    for (const delta of deltas(answer)) yield chunk({ role: 'assistant', ...delta }, null);
    yield chunk({}, answer.isTooLong ? 'length' : answer.calls.length > 0 ? 'tool_calls' : 'stop');
    yield ['', '[DONE]'];
  },
};

const usage = {
  prompt_tokens: tokens.input,
  prompt_tokens_details: { cached_tokens: tokens.cached },
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
};

function* deltas({ thought, pieces, calls }: Answer): Iterable<Body> {
  if (thought) yield { reasoning_content: thought };
  for (const content of pieces) yield { content };
  if (calls.length === 0) return;
  yield {
    tool_calls: calls.map(({ tool, input }, index) => ({
      index,
      id: newId('call_'),
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    })),
  };
}
